import { type Chain, toChain } from '../chain.js'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

function evm<const id extends number>(
  id: id,
  name: string,
  rpc: string,
  explorer: [string, string],
  more: Partial<Chain> = {},
): Chain<`eip155:${id}`> {
  return toChain({
    id,
    name,
    nativeCurrency: more.nativeCurrency ?? ether,
    rpcUrls: { default: { http: [rpc] } },
    blockExplorers: { default: { name: explorer[0], url: explorer[1] } },
    ...(more.testnet ? { testnet: true } : {}),
  })
}

/** Ethereum. @see https://chainlist.org/chain/1 */
export const mainnet: Chain<'eip155:1'> = /* @__PURE__ */ evm(1, 'Ethereum', 'https://eth.merkle.io', [
  'Etherscan',
  'https://etherscan.io',
])
/** Base. @see https://chainlist.org/chain/8453 */
export const base: Chain<'eip155:8453'> = /* @__PURE__ */ evm(8453, 'Base', 'https://mainnet.base.org', [
  'Basescan',
  'https://basescan.org',
])
/** OP Mainnet. @see https://chainlist.org/chain/10 */
export const optimism: Chain<'eip155:10'> = /* @__PURE__ */ evm(10, 'OP Mainnet', 'https://mainnet.optimism.io', [
  'Optimism Explorer',
  'https://optimistic.etherscan.io',
])
/** Arbitrum One. @see https://chainlist.org/chain/42161 */
export const arbitrum: Chain<'eip155:42161'> = /* @__PURE__ */ evm(
  42161,
  'Arbitrum One',
  'https://arb1.arbitrum.io/rpc',
  ['Arbiscan', 'https://arbiscan.io'],
)
/** Polygon. @see https://chainlist.org/chain/137 */
export const polygon: Chain<'eip155:137'> = /* @__PURE__ */ evm(
  137,
  'Polygon',
  'https://polygon-rpc.com',
  ['PolygonScan', 'https://polygonscan.com'],
  { nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 } },
)
/** Sepolia, the test network of Ethereum. @see https://chainlist.org/chain/11155111 */
export const sepolia: Chain<'eip155:11155111'> = /* @__PURE__ */ evm(
  11155111,
  'Sepolia',
  'https://ethereum-sepolia-rpc.publicnode.com',
  ['Etherscan', 'https://sepolia.etherscan.io'],
  { testnet: true },
)
