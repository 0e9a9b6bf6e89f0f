import { ProviderError } from '../providerError.js'

/** A coin, as explorers say it. */
export type ExplorerCoin = { readonly txid: string; readonly vout: number; readonly value: number }

/** The coins of an address. */
export async function coinsOf(url: string, address: string): Promise<readonly ExplorerCoin[]> {
  const response = await reach(`${url}/address/${address}/utxo`)
  return (await response.json()) as ExplorerCoin[]
}

/** Sends a transaction; its id. What the node says against it reaches the site as it is. */
export async function sendRaw(url: string, raw: string): Promise<string> {
  const response = await reach(`${url}/tx`, { method: 'POST', body: raw })
  return (await response.text()).trim()
}

async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, { ...init, signal: AbortSignal.timeout(10_000) })
  } catch {
    throw new ProviderError(-32603, 'The network did not answer the wallet.')
  }
  if (response.ok) return response
  throw new ProviderError(-32603, (await response.text()).slice(0, 400))
}
