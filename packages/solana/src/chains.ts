import { type Chain, toChain } from '@latchkey/core'

const nativeCurrency = { name: 'SOL', symbol: 'SOL', decimals: 9 }

/** Solana. @see https://namespaces.chainagnostic.org/solana/caip2 */
export const solanaMainnet: Chain<'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'> = /* @__PURE__ */ toChain({
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  chainNamespace: 'solana',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
})

/** Devnet, the chain of Solana for trying things out. @see https://namespaces.chainagnostic.org/solana/caip2 */
export const solanaDevnet: Chain<'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'> = /* @__PURE__ */ toChain({
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  chainNamespace: 'solana',
  nativeCurrency,
  testnet: true,
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  blockExplorers: { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com/?cluster=devnet' } },
})

/** Testnet, where validators of Solana try new versions. @see https://namespaces.chainagnostic.org/solana/caip2 */
export const solanaTestnet: Chain<'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'> = /* @__PURE__ */ toChain({
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  name: 'Solana Testnet',
  chainNamespace: 'solana',
  nativeCurrency,
  testnet: true,
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  blockExplorers: { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com/?cluster=testnet' } },
})
