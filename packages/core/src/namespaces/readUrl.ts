import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcRetryCount, rpcRetryDelay, rpcTimeout } from '@latchkey/protocol/internal/limits'
import { within } from '@latchkey/protocol/internal/within'
import { readText } from '../calls/readText.js'
import type { ReadContext } from '../namespace.js'

/** A plain HTTP request to a node. */
export type UrlRequest = {
  /** The path after the base URL, with its leading slash; absent for the base URL itself. */
  readonly path?: string
  /** Sent by POST when present. */
  readonly body?: string
  readonly contentType?: string
  /** False: what must not be sent twice is tried on one URL after another, but never a second time. Default true. */
  readonly isRepeatable?: boolean
  readonly signal?: AbortSignal | undefined
}

/** The response of a node: a result or a refusal with a reason. */
export type UrlAnswer = { readonly status: number; readonly text: string }

/**
 * Asks the URLs of a chain one after another until one answers: 10 s each, 3 more rounds from 150 ms apart.
 *
 * @param context - The chain and its URLs.
 * @param request - The request.
 * @returns The answer, good or not.
 * @throws LatchkeyError NO_RPC_URL, RPC_UNREACHABLE, RPC_TIMEOUT, RPC_ERROR (the node failed inside), RATE_LIMITED,
 * RPC_BAD_ANSWER (too large), ABORTED.
 *
 * @example
 * import type { ReadContext } from '@latchkey/core'
 * import { parseJson, readUrl } from '@latchkey/core/family'
 * const readHeight = async (context: ReadContext) => parseJson(await readUrl(context, { path: '/blocks/tip/height' }))
 */
export async function readUrl({ chain, rpcUrls }: ReadContext, request: UrlRequest): Promise<UrlAnswer> {
  if (rpcUrls.length === 0) {
    throw new LatchkeyError('NO_RPC_URL', `No RPC url provided for chainId ${chain.id}`, {
      hints: ['Add one to the network’s rpcUrls or to customRpcUrls.'],
    })
  }
  const rounds = request.isRepeatable === false ? 0 : rpcRetryCount
  let fault: LatchkeyError | undefined
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) await pause(rpcRetryDelay * 2 ** (round - 1))
    for (const base of rpcUrls) {
      try {
        return await ask(base, request)
      } catch (thrown) {
        fault = toFault(thrown, request.signal)
        if (fault.code === 'ABORTED') throw fault
      }
    }
    // Another timeout of 10 s would not help.
    if (fault?.code === 'RPC_TIMEOUT' || fault?.code === 'RPC_BAD_ANSWER') break
  }
  throw fault ?? new LatchkeyError('RPC_UNREACHABLE', 'The network could not be reached.')
}

/**
 * Reads an answer as JSON.
 *
 * @param answer - What a node answered.
 * @returns The value, unchecked.
 * @throws LatchkeyError RPC_BAD_ANSWER.
 *
 * @example
 * import { parseJson } from '@latchkey/core/family'
 * parseJson({ status: 200, text: '{"height":1}' }) // { height: 1 }
 */
export function parseJson({ text }: UrlAnswer): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.', { cause })
  }
}

async function ask(base: string, { path, body, contentType, signal }: UrlRequest): Promise<UrlAnswer> {
  const init =
    body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': contentType ?? 'text/plain' } }
  const { response, text } = await within(rpcTimeout, signal, async (either) => {
    const response = await fetch(join(base, path), { ...init, signal: either })
    return { response, text: await readText(response) }
  })
  if (response.status === 429)
    throw new LatchkeyError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.')
  if (response.status >= 500) {
    throw new LatchkeyError('RPC_ERROR', 'The node failed inside.', {
      details: `HTTP status ${response.status}: ${text.slice(0, 300)}`,
    })
  }
  return { status: response.status, text }
}

/** The base may carry a query of its own (a project's id), which must stay behind the path. */
function join(base: string, path: string | undefined): string {
  if (path === undefined) return base
  const url = new URL(base)
  const [name = '', query] = path.split('?')
  url.pathname = `${url.pathname.replace(/\/$/, '')}${name}`
  for (const [key, value] of new URLSearchParams(query)) url.searchParams.set(key, value)
  return url.href
}

function toFault(thrown: unknown, signal: AbortSignal | undefined): LatchkeyError {
  if (signal?.aborted) return new LatchkeyError('ABORTED', 'Request was aborted', { cause: thrown })
  if (isLatchkeyError(thrown)) return thrown
  if (thrown instanceof Error && thrown.name === 'TimeoutError')
    return new LatchkeyError('RPC_TIMEOUT', 'The network did not answer in time.', { cause: thrown })
  return new LatchkeyError('RPC_UNREACHABLE', 'The network could not be reached.', { cause: thrown })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
