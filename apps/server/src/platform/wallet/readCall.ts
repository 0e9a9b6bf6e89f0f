import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { parseJson } from '../http/json.js'
import { readBody } from '../http/readBody.js'
import type { HonoEnv } from '../http/vars.js'
import { WalletRefusal } from './walletRefusal.js'

const bodyLimit = 64 * 1024

/** One call of the wallet API as it came: what signatures are checked over. */
export type Call = { method: string; path: string; body: string; header(name: string): string | undefined }

/** Reads a call; no body of this API is larger than 64 KiB. */
export async function readCall(c: Context<HonoEnv>): Promise<Call> {
  const body = await readBody(c.req.raw)
  if (body.length > bodyLimit) throw new WalletRefusal('TOO_LARGE', 'The body is larger than 64 KiB')
  const { pathname, search } = new URL(c.req.url)
  return { method: c.req.method, path: pathname + search, body, header: (name) => c.req.header(name) }
}

/** Returns the body of a call as its schema says. */
export function parseCall<Schema extends z.ZodMiniType>({ body }: Call, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = parseJson(body, 8)
  } catch (cause) {
    throw new WalletRefusal('INVALID', 'The body is not valid JSON', {}, cause)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = result.error.issues.map((issue) => issue.path.join('.') || 'body')
  throw new WalletRefusal('INVALID', `Not usable: ${[...new Set(fields)].join(', ')}`)
}
