import type { ChainId } from '@latchkey/protocol/caip'
import type { Chain } from './chain.js'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const coin = (name: string, symbol: string) => ({ name, symbol, decimals: 18 })
/** The coins of a test network are worth nothing. */
const test: Partial<Chain> = { nativePrice: 0 }

function evm(id: number, name: string, rpc: readonly string[], more: Partial<Chain> = {}): Chain {
  return { caip2: `eip155:${id}`, name, rpc: [...rpc], nativeCurrency: ether, multicall3, tokens: [], ...more }
}

function solana(reference: string, name: string, rpc: string, more: Partial<Chain> = {}): Chain {
  const caip2: ChainId = `solana:${reference}`
  return {
    caip2,
    name,
    rpc: [rpc],
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    tokens: [],
    ...more,
  }
}

/** Public chains without a list of tokens, by the public endpoints of those who run them. */
export const moreChains: readonly Chain[] = [
  evm(56, 'BNB Smart Chain', ['https://bsc-rpc.publicnode.com', 'https://bsc.drpc.org'], {
    nativeCurrency: coin('BNB', 'BNB'),
  }),
  evm(43114, 'Avalanche', ['https://api.avax.network/ext/bc/C/rpc', 'https://avalanche-c-chain-rpc.publicnode.com'], {
    nativeCurrency: coin('Avalanche', 'AVAX'),
  }),
  evm(100, 'Gnosis', ['https://rpc.gnosischain.com', 'https://gnosis-rpc.publicnode.com'], {
    nativeCurrency: coin('xDAI', 'XDAI'),
  }),
  evm(324, 'ZKsync Era', ['https://mainnet.era.zksync.io'], {
    multicall3: '0xF9cda624FBC7e059355ce98a31693d299FaCd963',
  }),
  evm(59144, 'Linea', ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com']),
  evm(534352, 'Scroll', ['https://rpc.scroll.io', 'https://scroll-rpc.publicnode.com']),
  evm(81457, 'Blast', ['https://rpc.blast.io', 'https://blast-rpc.publicnode.com']),
  evm(42220, 'Celo', ['https://forno.celo.org', 'https://celo-rpc.publicnode.com'], {
    nativeCurrency: coin('CELO', 'CELO'),
  }),
  evm(5000, 'Mantle', ['https://rpc.mantle.xyz', 'https://mantle-rpc.publicnode.com'], {
    nativeCurrency: coin('MNT', 'MNT'),
  }),
  evm(130, 'Unichain', ['https://mainnet.unichain.org', 'https://unichain-rpc.publicnode.com']),
  evm(480, 'World Chain', ['https://worldchain-mainnet.g.alchemy.com/public']),
  evm(7777777, 'Zora', ['https://rpc.zora.energy']),
  evm(146, 'Sonic', ['https://rpc.soniclabs.com'], { nativeCurrency: coin('Sonic', 'S') }),
  evm(80094, 'Berachain', ['https://rpc.berachain.com'], { nativeCurrency: coin('BERA Token', 'BERA') }),
  evm(84532, 'Base Sepolia', ['https://sepolia.base.org'], test),
  evm(11155420, 'OP Sepolia', ['https://sepolia.optimism.io'], test),
  evm(421614, 'Arbitrum Sepolia', ['https://sepolia-rollup.arbitrum.io/rpc'], test),
  evm(80002, 'Polygon Amoy', ['https://rpc-amoy.polygon.technology'], { ...test, nativeCurrency: coin('POL', 'POL') }),
  solana('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'https://api.mainnet-beta.solana.com'),
  solana('EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', 'https://api.devnet.solana.com', test),
  solana('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet', 'https://api.testnet.solana.com', test),
  {
    caip2: 'bip122:000000000019d6689c085ae165831e93',
    name: 'Bitcoin',
    rpc: ['https://mempool.space/api', 'https://blockstream.info/api'],
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    tokens: [],
  },
  {
    caip2: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    name: 'Polkadot',
    rpc: ['https://rpc.polkadot.io', 'https://polkadot-rpc.publicnode.com'],
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    tokens: [],
  },
  {
    caip2: 'cosmos:cosmoshub-4',
    name: 'Cosmos Hub',
    rpc: ['https://cosmos-rest.publicnode.com'],
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    denom: 'uatom',
    tokens: [],
  },
]
