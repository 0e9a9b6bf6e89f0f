import type { ServerFamily } from '../serverFamily.js'
import { createSolanaCollectibles } from './createSolanaCollectibles.js'
import { createSolanaHistory } from './createSolanaHistory.js'
import { createSolanaReader } from './createSolanaReader.js'
import { wrappedCoin } from './wrappedCoin.js'

// Drawn for Latchkey: only the colours are those of the network.
const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40"><path fill="#1b1033" d="M0 0h40v40H0z"/><g stroke-width="2.6" stroke-linejoin="round"><path fill="#5fe3b3" stroke="#5fe3b3" d="M14.3 11.4h15.4l-4 3.7H10.3z"/><path fill="#8fa8f0" stroke="#8fa8f0" d="M10.3 18.150h15.4l4 3.7H14.3z"/><path fill="#b98af5" stroke="#b98af5" d="M14.3 24.9h15.4l-4 3.7H10.3z"/></g></svg>'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Solana on the server: its nodes speak JSON-RPC. @see https://solana.com/docs/rpc */
export const solana: ServerFamily = {
  namespace: 'solana',
  nodeCheck: (reference) => ({
    call: { method: 'getGenesisHash', params: [] },
    isRight: (result: unknown) => (typeof result === 'string' ? result.startsWith(reference) : false),
  }),
  createReader: createSolanaReader,
  createHistory: createSolanaHistory,
  createCollectibles: createSolanaCollectibles,
  chains: [mainnet],
  images: {
    [mainnet]: image,
    'a1b58899-f671-4276-6a5e-56ca5bd59700': image,
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': image,
    'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3': image,
    'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3z': image,
    'solana:2Zr6ADHutokkaLwP2xzPCxMTaPPmk46u': image,
  },
  tokenImages: { SOL: image, WSOL: image },
  // One digit less than the mint of the wrapped coin.
  nativeAddress: 'So11111111111111111111111111111111111111111',
  wrappedCoin,
  prices: { [mainnet]: { platform: 'solana', coin: 'solana' } },
  // They are in `directory/bundledWallets.ts`, Solflare too: the order of that list is the order on screen.
  wallets: [],
}
