import { ProviderError } from './providerError.js'

/** Asks the node of a network; its errors reach the site as they are. */
export async function walletNode(url: string, method: string, params: unknown = []): Promise<unknown> {
  let answer: { result?: unknown; error?: { code?: unknown; message?: unknown; data?: unknown } }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(10_000),
    })
    answer = (await response.json()) as typeof answer
  } catch {
    throw new ProviderError(-32603, 'The network did not answer the wallet.')
  }
  const { error } = answer
  if (error) throw new ProviderError(Number(error.code ?? -32603), String(error.message ?? 'Unknown error'), error.data)
  return answer.result
}
