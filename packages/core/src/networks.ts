import { type Network, toNetwork } from './network.js'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

function evm(id: number, name: string, rpc: string, explorer: [string, string], more: Partial<Network> = {}): Network {
  return toNetwork({
    id,
    name,
    nativeCurrency: more.nativeCurrency ?? ether,
    rpcUrls: { default: { http: [rpc] } },
    blockExplorers: { default: { name: explorer[0], url: explorer[1] } },
    ...(more.testnet ? { testnet: true } : {}),
  })
}

/** Ethereum. @see https://chainlist.org/chain/1 */
export const mainnet: Network = /* @__PURE__ */ evm(1, 'Ethereum', 'https://eth.merkle.io', [
  'Etherscan',
  'https://etherscan.io',
])
/** Base. @see https://chainlist.org/chain/8453 */
export const base: Network = /* @__PURE__ */ evm(8453, 'Base', 'https://mainnet.base.org', [
  'Basescan',
  'https://basescan.org',
])
/** OP Mainnet. @see https://chainlist.org/chain/10 */
export const optimism: Network = /* @__PURE__ */ evm(10, 'OP Mainnet', 'https://mainnet.optimism.io', [
  'Optimism Explorer',
  'https://optimistic.etherscan.io',
])
/** Arbitrum One. @see https://chainlist.org/chain/42161 */
export const arbitrum: Network = /* @__PURE__ */ evm(42161, 'Arbitrum One', 'https://arb1.arbitrum.io/rpc', [
  'Arbiscan',
  'https://arbiscan.io',
])
/** Polygon. @see https://chainlist.org/chain/137 */
export const polygon: Network = /* @__PURE__ */ evm(
  137,
  'Polygon',
  'https://polygon-rpc.com',
  ['PolygonScan', 'https://polygonscan.com'],
  { nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 } },
)
/** Sepolia, the test network of Ethereum. @see https://chainlist.org/chain/11155111 */
export const sepolia: Network = /* @__PURE__ */ evm(
  11155111,
  'Sepolia',
  'https://ethereum-sepolia-rpc.publicnode.com',
  ['Etherscan', 'https://sepolia.etherscan.io'],
  { testnet: true },
)
