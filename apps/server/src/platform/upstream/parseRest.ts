import type * as z from 'zod'
import type { RestAnswer } from './restAnswer.js'
import { UpstreamFault } from './upstreamFault.js'

/** Reads the JSON of a REST node's answer by a schema. */
export function parseRest<T>(schema: z.ZodType<T>, { status, text }: RestAnswer): T {
  if (status !== 200) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: `HTTP status ${status}` })
  const result = schema.safeParse(parse(text))
  if (result.success) return result.data
  throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The answer has another shape.' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The answer is not valid JSON.', cause })
  }
}
