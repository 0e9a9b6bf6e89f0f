import { balances, type TokenBalance } from '@latchkey/protocol/api'
import { isChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import { apiUrlOf } from '../chains/apiUrlOf.js'
import type { ChainClient } from '../chains/createChainClient.js'
import { readQuantity } from '../chains/evmReads.js'
import { readParams } from '../signing/evm/evmParams.js'
import type { Embedder, FrameChain, FrameSettings } from '../types.js'

/** One asset as EIP-7811 words it; every field is there, since readers are strict. */
type Asset = {
  address: string
  balance: string
  type: 'ERC20' | 'NATIVE'
  metadata: { name: string; symbol: string; decimals: number; price: number; iconUrl: string; value: number }
}

/**
 * Answers `wallet_getAssets`: what the data API knows of an account, or at least the coin of each network, from its node.
 *
 * @param parts - The client, the networks, and whose account.
 * @returns The assets by the network's id in hex.
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export async function readAssets(parts: {
  readonly client: ChainClient
  readonly settings: Pick<FrameSettings, 'apiUrl' | 'chains'>
  readonly embedder: Embedder
  readonly params: unknown
  readonly signal: AbortSignal
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}): Promise<{ [chainId: string]: Asset[] }> {
  const { settings, params, signal } = parts
  const { account, chainFilter } = readParams('wallet_getAssets', params)
  const wanted = chainFilter?.map((id) => id.toLowerCase())
  const chains = settings.chains.filter(({ id }) => id.startsWith('eip155:') && (wanted?.includes(hexOf(id)) ?? true))
  const lists = await Promise.all(
    chains.map(async (chain) => [hexOf(chain.id), await assetsOf(parts, chain, account, signal)] as const),
  )
  return Object.fromEntries(lists)
}

async function assetsOf(
  { client, settings, embedder, fetch = (url, init) => globalThis.fetch(url, init) }: Parameters<typeof readAssets>[0],
  chain: FrameChain,
  account: string,
  signal: AbortSignal,
): Promise<Asset[]> {
  const query = { currency: 'usd', chainId: chain.id, projectId: embedder.projectId, st: 'latchkey', sv: 'frame' }
  const url = apiUrlOf(settings, `v1/account/${account}/balance`, query)
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(rpcTimeout)])
    const response = await fetch(url, { signal: limit, credentials: 'omit', redirect: 'error' })
    if (response.ok) return balances.parse(await response.json()).balances.flatMap((item) => toAsset(item, chain))
  } catch {
    if (signal.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted')
  }
  const balance = readQuantity(await client.call(chain, 'eth_getBalance', [account, 'latest'], { signal }))
  const { name, symbol, decimals } = chain.nativeCurrency
  const metadata = { name, symbol, decimals, price: 0, iconUrl: '', value: 0 }
  return [{ address: 'native', balance: `0x${balance.toString(16)}`, type: 'NATIVE', metadata }]
}

function toAsset(item: TokenBalance, chain: FrameChain): Asset[] {
  const decimals = Number(item.quantity.decimals)
  const amount = exact(item.quantity.numeric, decimals)
  if (amount === undefined || item.chainId !== chain.id || !isChainId(item.chainId)) return []
  const { name, symbol, price, iconUrl, value = 0 } = item
  return [
    {
      address: item.address?.split(':')[2] ?? 'native',
      balance: `0x${amount.toString(16)}`,
      type: item.address === undefined ? 'NATIVE' : 'ERC20',
      metadata: { name, symbol, decimals, price, iconUrl, value },
    },
  ]
}

// Never through a floating number: the last digits of an amount are money too.
function exact(numeric: string, decimals: number): bigint | undefined {
  const parts = /^(\d{1,78})(?:\.(\d{1,255}))?$/.exec(numeric)
  if (!parts || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) return undefined
  const rest = (parts[2] ?? '').slice(0, decimals).padEnd(decimals, '0')
  return BigInt(`${parts[1]}${rest}`)
}

function hexOf(chainId: string): string {
  return `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
}
