import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Asks a local node once over HTTP.
 *
 * @param timeout - How long to wait, in milliseconds.
 * @throws LatchkeyError when the node is not there, is too slow, or answers with an error.
 */
export async function nodeCall(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  timeout = 10_000,
): Promise<unknown> {
  let answer: { result?: unknown; error?: unknown }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeout),
    })
    answer = (await response.json()) as typeof answer
  } catch (cause) {
    throw new LatchkeyError('RPC_UNREACHABLE', `The node at ${url} did not answer ${method}`, { cause })
  }
  if (answer.error !== undefined) throw fromRpcError(answer.error)
  return answer.result
}
