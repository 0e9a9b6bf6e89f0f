import type { SigningContext } from '../src/signing/signingContext.js'
import type { FrameChain } from '../src/types.js'

/** A token that the registry knows. */
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
/** A chain with one token. */
export const chain: FrameChain = {
  id: 'eip155:31337',
  name: 'Harbour Chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
  isTestnet: false,
}
/** Where tests sign. */
export const context: SigningContext = {
  chain,
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  origin: 'https://app.example.org',
}
/** Somebody else. */
export const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
