import { type AccountId, type ChainId, evmNativeAddress } from '@latchkey/protocol/caip'
import type { Chain, ChainToken } from '../platform/chain.js'

/** An asset that a chain of this server has: its native coin or one of its listed tokens. */
export type Asset = { id: AccountId; chain: Chain; token: ChainToken | undefined }

/** The key of an asset in tables and caches: its CAIP-10 id in lower case, the native coin as 0xeeee…eeee. */
export function assetKey(chainId: ChainId, address: string | undefined): string {
  return `${chainId}:${address ?? evmNativeAddress}`.toLowerCase()
}

/** All assets of a chain, the native coin first. */
export function assetsOf(chain: Chain): readonly Asset[] {
  const id = (address: string): AccountId => `${chain.caip2}:${address}`
  return [
    { id: id(evmNativeAddress), chain, token: undefined },
    ...chain.tokens.map((token) => ({ id: id(token.address), chain, token })),
  ]
}
