import { fromRpcError, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import * as z from 'zod/mini'
import type { FrameChain, FrameSettings } from '../types.js'
import { apiUrlOf } from './apiUrlOf.js'

const answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
  z.object({ result: z.unknown() }),
])
const largestAnswer = 8 * 1024 * 1024

/** Asks the nodes of a chain, through the operator's proxy and never by an address that a page gave. */
export type ChainClient = {
  /** @throws LatchkeyError RPC_UNREACHABLE, RPC_TIMEOUT, RPC_BAD_ANSWER, ABORTED, or what the node's refusal means. */
  call(
    chain: Pick<FrameChain, 'id'>,
    method: string,
    params?: readonly unknown[] | object,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<unknown>
  /** Ensures, once, that the node that answers for an EVM chain is on that chain; money moves only then. @throws CHAIN_MISMATCH. */
  check(chain: Pick<FrameChain, 'id'>, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>
}

/**
 * Creates the client of the operator's JSON-RPC proxy.
 *
 * @param options - Where the data API is, for which project, and how to fetch.
 * @returns The client.
 */
export function createChainClient(options: {
  readonly settings: Pick<FrameSettings, 'apiUrl'>
  readonly projectId: string
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}): ChainClient {
  const { settings, projectId, fetch = (url, init) => globalThis.fetch(url, init) } = options
  const checked = new Map<string, Promise<void>>()
  let count = 0

  async function call(
    chain: Pick<FrameChain, 'id'>,
    method: string,
    params: readonly unknown[] | object = [],
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<unknown> {
    const id = ++count
    const timeout = AbortSignal.timeout(rpcTimeout)
    let text: string
    try {
      const response = await fetch(apiUrlOf(settings, 'v1', { chainId: chain.id, projectId }), {
        method: 'POST',
        // Plain text needs no question ahead from another origin; the proxy reads both.
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
      })
      text = await response.text()
    } catch (cause) {
      if (signal?.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted', { cause })
      if (timeout.aborted) throw new LatchkeyError('RPC_TIMEOUT', 'The network did not answer in time.', { cause })
      throw new LatchkeyError('RPC_UNREACHABLE', 'The network cannot be reached. Check your connection.', { cause })
    }
    const read = text.length > largestAnswer ? undefined : answer.safeParse(parse(text)).data
    if (!read) throw new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unreadable response.')
    if ('error' in read) throw fromRpcError(read.error)
    return read.result
  }

  async function verify(chain: Pick<FrameChain, 'id'>, signal: AbortSignal | undefined): Promise<void> {
    const said = await call(chain, 'eth_chainId', [], { signal })
    const isRight = typeof said === 'string' && /^0x[\da-f]{1,16}$/i.test(said) && `eip155:${BigInt(said)}` === chain.id
    if (!isRight) {
      throw new LatchkeyError('CHAIN_MISMATCH', 'The node of this network is on another network. Nothing was sent.')
    }
  }

  return {
    call,
    async check(chain, { signal } = {}) {
      const known = checked.get(chain.id) ?? verify(chain, signal)
      checked.set(chain.id, known)
      try {
        await known
      } catch (error) {
        checked.delete(chain.id)
        // Another caller's abort does not apply here.
        if (isLatchkeyError(error, 'ABORTED') && !signal?.aborted) return this.check(chain, signal ? { signal } : {})
        throw error
      }
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
