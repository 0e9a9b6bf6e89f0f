import type { ChainToken } from '../../platform/chains/chain.js'

/** The token by which programs hold the coin of Solana. */
export const wrappedCoin: ChainToken = {
  address: 'So11111111111111111111111111111111111111112',
  name: 'Wrapped SOL',
  symbol: 'WSOL',
  decimals: 9,
}
