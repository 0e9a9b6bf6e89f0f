import { LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import type { RpcResponse } from '@latchkey/protocol/rpc'
import { readText } from '../../calls/readText.js'
import type { Chain } from '../../chain.js'

/**
 * A `fetch` for one RPC URL that believes nothing unread: the body arrives within the time and size limits, it is a
 * JSON-RPC answer to this very request, and the node is one of the chain that was meant.
 *
 * @see https://www.jsonrpc.org/specification#response_object
 */
export function checkedFetch(chain: Chain): typeof fetch {
  let isConfirmed = false
  let isTold = false

  async function confirm(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] })
    const answer = parse(await readText(await fetch(input, { ...init, body })).catch(() => ''))
    const chainId = answer?.result
    // A node that fails to report its chain may still be right; the next request checks again.
    if (typeof chainId !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(chainId)) return
    if (BigInt(chainId) !== BigInt(chain.id)) {
      const url = input instanceof Request ? input.url : String(input)
      if (!isTold) {
        console.error(
          `[latchkey] Wrong Node: ${url} is of chain ${BigInt(chainId)}, but is set for ${chain.name}, chain ${chain.id}. Check rpcUrls and customRpcUrls.`,
        )
      }
      isTold = true
      throw unrepeated(
        new LatchkeyError('RPC_BAD_ANSWER', `The node that is set for ${chain.name} serves another network.`, {
          details: `expected chain ${chain.id}, found ${BigInt(chainId)}`,
        }),
      )
    }
    isConfirmed = true
  }

  async function ask(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
    const response = await fetch(input, init)
    const text = await readText(response)
    if (response.ok) {
      const answer = parse(text)
      if (!isAnswerTo(parse(init.body), answer)) {
        throw new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.')
      }
      if (!isConfirmed && 'result' in answer) await confirm(input, init)
    }
    return new Response(text || null, { status: response.status, headers: response.headers })
  }

  return async (input, init) => {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), rpcTimeout)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal
    try {
      return await ask(input, { ...init, signal })
    } catch (error) {
      if (!timeout.signal.aborted) throw error
      throw unrepeated(new LatchkeyError('RPC_TIMEOUT', 'The network did not answer in time.', { cause: error }))
    } finally {
      clearTimeout(timer)
    }
  }
}

/** viem retries every failed request except aborted ones; another timeout of 10 s would not help. */
function unrepeated(cause: LatchkeyError): Error {
  const error = new Error(cause.message, { cause })
  error.name = 'AbortError'
  return error
}

function isAnswerTo(
  asked: Partial<RpcResponse> | undefined,
  answer: Partial<RpcResponse> | undefined,
): answer is object {
  if (!answer || 'result' in answer === 'error' in answer) return false
  return answer.id === asked?.id || ('error' in answer && answer.id === null)
}

function parse(text: unknown): Partial<RpcResponse> | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
