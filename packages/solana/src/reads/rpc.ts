import type { Chain, ReadContext } from '@latchkey/core'
import { readText } from '@latchkey/core/family'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcRetryCount, rpcRetryDelay, rpcTimeout } from '@latchkey/protocol/internal/limits'
import { type NodeError, toSolanaError } from './toSolanaError.js'

/** Which nodes have shown to be of the chain that they are set for, as `<CAIP-2> <url>`. */
export type Nodes = { readonly confirmed: Set<string> }

/** Faults that another node, or the same one a moment later, may not have. */
const passing = ['RPC_UNREACHABLE', 'RPC_TIMEOUT', 'RATE_LIMITED'] as const

/**
 * Asks the nodes of a Solana chain, one after the other until one answers: 10 s each, 3 repetitions from 150 ms.
 * Whole numbers of 16 and more digits come as texts, for a number of JavaScript would not hold them.
 */
export async function ask(
  nodes: Nodes,
  { chain, rpcUrls }: ReadContext,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  if (rpcUrls.length === 0) {
    throw new LatchkeyError('NO_RPC_URL', `No RPC url provided for chainId ${chain.id}`, {
      hints: ['Add one to the network’s rpcUrls or to customRpcUrls.'],
    })
  }
  let fault: unknown
  for (let round = 0; round <= rpcRetryCount; round++) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, rpcRetryDelay * 2 ** (round - 1)))
    for (const url of rpcUrls) {
      try {
        return await askNode(nodes, chain, url, method, params)
      } catch (error) {
        if (!passing.some((code) => isLatchkeyError(error, code))) throw error
        fault = error
      }
    }
    // Another ten seconds of silence help nobody.
    if (isLatchkeyError(fault, 'RPC_TIMEOUT')) break
  }
  throw fault
}

/** The `value` of an answer that says at which slot it was read. */
export async function askValue(
  nodes: Nodes,
  context: ReadContext,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const answer = await ask(nodes, context, method, params)
  if (typeof answer === 'object' && answer !== null && 'value' in answer) return answer.value
  throw badAnswer()
}

/** Asks for a whole number: lamports, a slot, a height. */
export function toInteger(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value)
  throw badAnswer()
}

/** What is thrown when an answer is not what the method promises. */
export function badAnswer(cause?: unknown): LatchkeyError {
  return new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.', { cause })
}

async function askNode(
  nodes: Nodes,
  chain: Chain,
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const key = `${chain.caipNetworkId} ${url}`
  if (!nodes.confirmed.has(key)) await confirm(nodes, chain, url, key)
  return request(url, method, params)
}

/** A node of another chain would show wrong balances and take wrong transactions. */
async function confirm(nodes: Nodes, chain: Chain, url: string, key: string): Promise<void> {
  const hash = await request(url, 'getGenesisHash', []).catch((error: unknown) => {
    // A node that does not say which chain it is of may still be right.
    if (isLatchkeyError(error, 'UNSUPPORTED_METHOD')) return chain.id
    throw error
  })
  if (typeof hash !== 'string' || hash.slice(0, 32) !== String(chain.id)) {
    throw new LatchkeyError('RPC_BAD_ANSWER', `The node that is set for ${chain.name} serves another network.`, {
      details: `expected the genesis ${chain.id}, found ${String(hash).slice(0, 100)}`,
    })
  }
  nodes.confirmed.add(key)
}

async function request(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { status, text } = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const answer = parse(text)
  const error = errorOf(answer)
  if (status === 429) throw toSolanaError({ code: 429, message: error?.message ?? 'Too many requests' })
  // A node that failed inside, or whatever stands before it, says nothing about the request.
  if (error && status < 500) throw toSolanaError(error)
  if (status >= 300) {
    throw new LatchkeyError('RPC_UNREACHABLE', 'The network could not be reached.', {
      details: `HTTP status ${status}`,
    })
  }
  if (!answer || !('result' in answer) || answer.id !== 1) throw badAnswer()
  return answer.result
}

async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(rpcTimeout)
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
    return { status: response.status, text: await readText(response) }
  } catch (cause) {
    if (isLatchkeyError(cause)) throw cause
    if (signal.aborted) throw new LatchkeyError('RPC_TIMEOUT', 'The network did not answer in time.', { cause })
    throw new LatchkeyError('RPC_UNREACHABLE', 'The network could not be reached.', { cause })
  }
}

function parse(text: string): { readonly [name: string]: unknown } | undefined {
  const exact = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (part) =>
    part[0] === '"' ? part : `"${part}"`,
  )
  try {
    const value: unknown = JSON.parse(exact)
    return typeof value === 'object' && value !== null ? (value as { [name: string]: unknown }) : undefined
  } catch {
    return undefined
  }
}

function errorOf(answer: { readonly [name: string]: unknown } | undefined): NodeError | undefined {
  const error = answer?.error
  if (typeof error !== 'object' || error === null) return undefined
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  return {
    code: typeof code === 'number' ? code : Number(code) || 0,
    message: typeof message === 'string' ? message.slice(0, 1000) : '',
    data,
  }
}
