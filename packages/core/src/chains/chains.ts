import type { ChainId, Namespace } from '@latchkey/protocol/caip'
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

type Plain<namespace extends Namespace> = Pick<Chain, 'name' | 'nativeCurrency' | 'testnet'> & {
  readonly chainNamespace: namespace
}

function other<const namespace extends Namespace, const id extends string>(
  of: Plain<namespace>,
  id: id,
  read: string,
  explorer: readonly [string, string],
): Chain<Extract<`${namespace}:${id}`, ChainId>> {
  return toChain({
    ...of,
    id,
    rpcUrls: { default: { http: [read] } },
    blockExplorers: { default: { name: explorer[0], url: explorer[1] } },
  })
}

// Whole, and not spread from the other: a bundler keeps what is spread, used or not.
const testBtc = { name: 'Bitcoin', symbol: 'tBTC', decimals: 8 }
const btc = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

/** Bitcoin, read from an Esplora API. @see https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoin: Chain<'bip122:000000000019d6689c085ae165831e93'> = /* @__PURE__ */ other(
  { name: 'Bitcoin', chainNamespace: 'bip122', nativeCurrency: btc },
  '000000000019d6689c085ae165831e93',
  'https://blockstream.info/api',
  ['Mempool', 'https://mempool.space'],
)
/** The third test network of Bitcoin, read from an Esplora API. @see https://namespaces.chainagnostic.org/bip122/caip2 */
export const bitcoinTestnet: Chain<'bip122:000000000933ea01ad0ee984209779ba'> = /* @__PURE__ */ other(
  {
    name: 'Bitcoin Testnet',
    chainNamespace: 'bip122',
    nativeCurrency: testBtc,
    testnet: true,
  },
  '000000000933ea01ad0ee984209779ba',
  'https://blockstream.info/testnet/api',
  ['Mempool', 'https://mempool.space/testnet'],
)
/** Polkadot. @see https://namespaces.chainagnostic.org/polkadot/caip2 */
export const polkadot: Chain<'polkadot:91b171bb158e2d3848fa23a9f1c25182'> = /* @__PURE__ */ other(
  {
    name: 'Polkadot',
    chainNamespace: 'polkadot',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  },
  '91b171bb158e2d3848fa23a9f1c25182',
  'https://rpc.polkadot.io',
  ['Subscan', 'https://polkadot.subscan.io'],
)
