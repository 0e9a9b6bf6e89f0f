import type { Chain, ChainId } from '@latchkey/core'
import type { CosmosChainInfo } from './wallets/keplr.js'

/** The parameters of `cosmos`. */
export type CosmosParameters = {
  /** The native coin's name on the chain, where it is not a `u` or an `a` before the symbol: `{ 'cosmos:crypto-org-chain-mainnet-1': 'basecro' }`. */
  readonly denoms?: { readonly [chainId in ChainId]?: string }
  /** What a unit of gas costs, in the smallest unit of the native coin. Default 0.025. */
  readonly gasPrices?: { readonly [chainId in ChainId]?: number }
  /** False: the page is not searched for wallets. Default true. */
  readonly wallets?: boolean
  /** Where wallets put themselves. Default: the page's window; nothing is found without one. */
  readonly target?: Window
  /** What wallets are told of chains that they do not know, by CAIP-2 id, besides what the app's chains say. */
  readonly chainInfo?: { readonly [chainId in ChainId]?: CosmosChainInfo }
}

/** Above what a plain transfer was seen to use on any chain. */
export const transferGas = 120_000n

/** The name of the native coin on its chain: millionths are `u…`, billionths of billionths `a…`. */
export function denomOf({ denoms }: CosmosParameters, { caipNetworkId, nativeCurrency }: Chain): string {
  const { decimals, symbol } = nativeCurrency
  return denoms?.[caipNetworkId] ?? `${decimals === 18 ? 'a' : 'u'}${symbol.toLowerCase()}`
}

/** The fee of a plain transfer, in the smallest unit of the native coin. */
export function feeOf({ gasPrices }: CosmosParameters, { caipNetworkId }: Chain): bigint {
  return BigInt(Math.ceil(Number(transferGas) * (gasPrices?.[caipNetworkId] ?? 0.025)))
}
