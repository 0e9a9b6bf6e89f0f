import type { Chain } from '@latchkey/core'
import type { CosmosChainInfo } from './keplr.js'

/** Describes a chain as wallets of Keplr's interface are told of one. @see https://docs.keplr.app/api/guide/suggest-chain */
export function toChainInfo(chain: Chain, info: CosmosChainInfo = {}): { readonly [field: string]: unknown } {
  const { name, nativeCurrency, rpcUrls } = chain
  const { symbol, decimals } = nativeCurrency
  const rest = rpcUrls.default.http[0] ?? ''
  const prefix = info.bech32Prefix ?? 'cosmos'
  const currency = {
    coinDenom: symbol,
    coinMinimalDenom: info.denom ?? `u${symbol.toLowerCase()}`,
    coinDecimals: decimals,
  }
  return {
    chainId: String(chain.id),
    chainName: name,
    rpc: info.rpc ?? rest,
    rest,
    bip44: { coinType: info.coinType ?? 118 },
    bech32Config: {
      bech32PrefixAccAddr: prefix,
      bech32PrefixAccPub: `${prefix}pub`,
      bech32PrefixValAddr: `${prefix}valoper`,
      bech32PrefixValPub: `${prefix}valoperpub`,
      bech32PrefixConsAddr: `${prefix}valcons`,
      bech32PrefixConsPub: `${prefix}valconspub`,
    },
    currencies: [currency],
    stakeCurrency: currency,
    feeCurrencies: [{ ...currency, gasPriceStep: info.gasPriceStep ?? { low: 0.01, average: 0.025, high: 0.04 } }],
  }
}
