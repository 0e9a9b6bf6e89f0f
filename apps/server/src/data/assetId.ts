import { type AccountId, type ChainId, evmNativeAddress } from '@latchkey/protocol/caip'
import { families } from '../families/families.js'
import type { ServerFamily } from '../families/serverFamily.js'
import type { Chain, ChainToken } from '../platform/chains/chain.js'

/** An asset that a chain of this server has: its native coin or one of its listed tokens. */
export type Asset = { id: AccountId; chain: Chain; token: ChainToken | undefined }

/** The key of an asset in tables and caches: its CAIP-10 id in lower case, the native coin as 0xeeee…eeee. */
export function assetKey(chainId: ChainId, address: string | undefined): string {
  return `${chainId}:${address ?? evmNativeAddress}`.toLowerCase()
}

/** The placeholder address of the native coin. */
export function nativeAddressOf(caip2: ChainId): string {
  return familyAt(caip2)?.nativeAddress ?? evmNativeAddress
}

/** The tokens of a chain: those of its list, and where the family has one the wrapped coin, which is worth what the coin is. */
export function tokensOf({ caip2, tokens, nativePrice }: Chain): readonly ChainToken[] {
  const wrapped = familyAt(caip2)?.wrappedCoin
  if (!wrapped || tokens.some(({ address }) => address === wrapped.address)) return tokens
  return [...tokens, { ...wrapped, ...(nativePrice === undefined ? {} : { price: nativePrice }) }]
}

/** All assets of a chain, the native coin first. */
export function assetsOf(chain: Chain): readonly Asset[] {
  const id = (address: string): AccountId => `${chain.caip2}:${address}`
  return [
    { id: id(nativeAddressOf(chain.caip2)), chain, token: undefined },
    ...tokensOf(chain).map((token) => ({ id: id(token.address), chain, token })),
  ]
}

function familyAt(caip2: ChainId): ServerFamily | undefined {
  return families.find(({ namespace }) => caip2.startsWith(`${namespace}:`))
}
