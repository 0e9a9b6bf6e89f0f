import type { ServerFamily } from '../serverFamily.js'
import { createSolanaCollectibles } from './createSolanaCollectibles.js'
import { createSolanaHistory } from './createSolanaHistory.js'
import { createSolanaReader } from './createSolanaReader.js'
import { image } from './image.js'
import { wrappedCoin } from './wrappedCoin.js'

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
  // Those of several families stand in the directory's own list, in their places.
  wallets: [],
}
