import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { tryParseJson } from '../../platform/http/json.js'
import { readLimited } from '../../platform/http/readLimited.js'
import { Refusal } from '../../platform/http/refusal.js'

/** Asks a service outside; nothing where it knows no answer, such as a route. */
export type SwapService = <T>(
  path: string,
  query: { readonly [name: string]: string },
  schema: z.ZodType<T>,
) => Promise<T | undefined>

const timeout = 10_000
const maxBytes = 8 * 1024 * 1024
/** How long a busy service is left alone before it is asked once more, in milliseconds. */
const pause = 300

/**
 * Creates the way to one service: a time limit, one more try when it is busy, and answers of the form that it documents.
 *
 * @param options - Its name for logs, where it is, what it wants in each call, and how it is called.
 * @returns The service; it rejects with a `Refusal` of 503 whose field is `provider`.
 */
export function createSwapService(options: {
  name: string
  url: string
  headers: { readonly [name: string]: string }
  fetch: typeof fetch
  timeout?: number
}): SwapService {
  const { name } = options
  const base = options.url.replace(/\/+$/, '')

  async function ask(url: string): Promise<Response> {
    try {
      return await options.fetch(url, {
        headers: { accept: 'application/json', ...options.headers },
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeout ?? timeout),
      })
    } catch (cause) {
      throw new Refusal(503, 'provider', `${name} does not answer`, { cause, code: 'API_UNREACHABLE' })
    }
  }

  return async (path, query, schema) => {
    const url = `${base}${path}?${new URLSearchParams(query)}`
    let response = await ask(url)
    if (response.status === 429 || response.status >= 500) {
      await drop(response)
      await sleep(randomInt(pause, 2 * pause))
      response = await ask(url)
    }
    const { status } = response
    if (status !== 200) await drop(response)
    if (status === 400 || status === 404) return undefined
    if (status === 401 || status === 403)
      throw new Refusal(503, 'provider', `${name} refuses the key of this server`, { code: 'API_REFUSED' })
    if (status === 429) throw new Refusal(503, 'provider', `${name} asks to wait`, { code: 'RATE_LIMITED' })
    if (status !== 200)
      throw new Refusal(503, 'provider', `${name} answered with status ${status}`, { code: 'API_UNREACHABLE' })
    const parsed = schema.safeParse(tryParseJson(await readText(response, name)))
    if (parsed.success) return parsed.data
    throw distrusted(name, 'something else than it documents')
  }
}

/** The error for an unexpected response of a service. */
export function distrusted(name: string, what: string): Refusal {
  return new Refusal(503, 'provider', `${name} answered with ${what}`, { code: 'API_BAD_ANSWER' })
}

async function drop(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined)
}

async function readText(response: Response, name: string): Promise<string> {
  const text = await readLimited(response, maxBytes).catch((cause: unknown) => {
    throw new Refusal(503, 'provider', `${name} does not answer`, { cause, code: 'API_UNREACHABLE' })
  })
  if (text === undefined) throw distrusted(name, 'more than it can have to say')
  return text
}
