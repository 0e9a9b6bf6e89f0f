import * as z from 'zod'
import { tryParseJson } from '../platform/http/json.js'
import { readLimited } from '../platform/http/readLimited.js'
import { OnrampFault } from './onrampFault.js'

const timeout = 8_000
/** A list of all currencies of a provider has some hundred kilobytes. */
const maxBytes = 4 * 1024 * 1024

/** One call of a provider's API. */
export type ProviderCall = <schema extends z.ZodType>(
  method: 'GET' | 'POST',
  path: string,
  options: { schema: schema; body?: unknown; headers?: Readonly<Record<string, string>> },
) => Promise<z.output<schema>>

/**
 * Creates the way to call a provider's API: within a time, without following a redirect, with an answer that is read up to a size and
 * checked.
 *
 * @param options - The provider's name, the base URL, how to call, and how long a call may take in milliseconds.
 */
export function createProviderCall(options: {
  name: string
  url: string
  fetch: typeof fetch
  timeout?: number | undefined
}): ProviderCall {
  const { name } = options
  const base = options.url.replace(/\/+$/, '')
  return async (method, path, { schema, body, headers = {} }) => {
    const response = await options
      .fetch(`${base}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeout ?? timeout),
      })
      .catch((cause: unknown) => {
        throw new OnrampFault('API_UNREACHABLE', name, 'does not answer', { cause })
      })
    if (!response.ok) {
      await response.body?.cancel().catch(() => undefined)
      throw faultOf(name, response.status)
    }
    const text = await readLimited(response, maxBytes).catch((cause: unknown) => {
      throw new OnrampFault('API_UNREACHABLE', name, 'does not answer', { cause })
    })
    const parsed = schema.safeParse(tryParseJson(text))
    if (!parsed.success)
      throw new OnrampFault('API_BAD_ANSWER', name, 'returned an unexpected response', { cause: parsed.error })
    return parsed.data
  }
}

function faultOf(name: string, status: number): OnrampFault {
  if (status === 429) return new OnrampFault('RATE_LIMITED', name, 'asks to wait')
  if (status >= 500) return new OnrampFault('API_UNREACHABLE', name, `answered with status ${status}`)
  return new OnrampFault('API_REFUSED', name, `refused the call with status ${status}`)
}

/** A decimal number, given as text or as a number of JSON. */
export const amountOf = z.union([z.string(), z.number()]).transform((given, context) => {
  const text = typeof given === 'number' && /e/i.test(String(given)) ? given.toFixed(18) : String(given)
  const plain = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
  if (/^\d{1,30}(\.\d{1,18})?$/.test(plain)) return plain
  context.addIssue({ code: 'custom', message: 'no amount' })
  return z.NEVER
})
