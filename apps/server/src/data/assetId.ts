import { type AccountId, type ChainId, evmNativeAddress } from '@latchkey/protocol/caip'
import type { Chain, ChainToken } from '../platform/chains/chain.js'

/** An asset that a chain of this server has: its native coin or one of its listed tokens. */
export type Asset = { id: AccountId; chain: Chain; token: ChainToken | undefined }

/** The key of an asset in tables and caches: its CAIP-10 id in lower case, the native coin as 0xeeee…eeee. */
export function assetKey(chainId: ChainId, address: string | undefined): string {
  return `${chainId}:${address ?? evmNativeAddress}`.toLowerCase()
}

/** The address that stands for the coin of Solana where the address of a token is asked for. */
export const solanaNativeAddress = 'So11111111111111111111111111111111111111111'

/** The mint of the token by which programs hold the coin of Solana; one digit more than what stands for the coin itself. */
const wrappedSol = 'So11111111111111111111111111111111111111112'

/** The tokens of a chain: those of its list, and on Solana the wrapped coin, which is worth what the coin is. */
export function tokensOf({ caip2, tokens, nativePrice }: Chain): readonly ChainToken[] {
  if (!caip2.startsWith('solana:') || tokens.some(({ address }) => address === wrappedSol)) return tokens
  const price = nativePrice === undefined ? {} : { price: nativePrice }
  return [...tokens, { address: wrappedSol, name: 'Wrapped SOL', symbol: 'WSOL', decimals: 9, ...price }]
}

/** All assets of a chain, the native coin first. */
export function assetsOf(chain: Chain): readonly Asset[] {
  const id = (address: string): AccountId => `${chain.caip2}:${address}`
  return [
    { id: id(chain.caip2.startsWith('solana:') ? solanaNativeAddress : evmNativeAddress), chain, token: undefined },
    ...tokensOf(chain).map((token) => ({ id: id(token.address), chain, token })),
  ]
}
