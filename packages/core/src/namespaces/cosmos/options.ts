import type { ChainId } from '@latchkey/protocol/caip'
import type { Chain } from '../../chain.js'

/** What `cosmos` takes. */
export type CosmosOptions = {
  /** The native coin's name on the chain, where it is not a `u` or an `a` before the symbol: `{ 'cosmos:crypto-org-chain-mainnet-1': 'basecro' }`. */
  readonly denoms?: { readonly [chainId in ChainId]?: string }
  /** What a unit of gas costs, in the smallest unit of the native coin. Default 0.025. */
  readonly gasPrices?: { readonly [chainId in ChainId]?: number }
}

/** Above what a plain transfer was seen to use on any chain. */
export const transferGas = 120_000n

/** The name of the native coin on its chain: millionths are `u…`, billionths of billionths `a…`. */
export function denomOf(options: CosmosOptions, { caipNetworkId, nativeCurrency }: Chain): string {
  const { decimals, symbol } = nativeCurrency
  return options.denoms?.[caipNetworkId] ?? `${decimals === 18 ? 'a' : 'u'}${symbol.toLowerCase()}`
}

/** The fee of a plain transfer, in the smallest unit of the native coin. */
export function feeOf(options: CosmosOptions, { caipNetworkId }: Chain): bigint {
  return BigInt(Math.ceil(Number(transferGas) * (options.gasPrices?.[caipNetworkId] ?? 0.025)))
}
