import type { Chain, ChainToken } from './chain.js'
import { moreChains } from './moreChains.js'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const usdc = { name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1 }
const usdt = { name: 'Tether USD', symbol: 'USDT', decimals: 6, price: 1 }
const dai = { name: 'Dai', symbol: 'DAI', decimals: 18, price: 1 }
const wbtc = { name: 'Wrapped Bitcoin', symbol: 'WBTC', decimals: 8 }

const at = (address: `0x${string}`, token: Omit<ChainToken, 'address'>): ChainToken => ({ ...token, address })

/** The chains that are offered when an operator names none: public endpoints, and the token contracts of their issuers. */
export const defaultChains: readonly Chain[] = [
  {
    caip2: 'eip155:1',
    name: 'Ethereum',
    rpc: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org', 'https://eth.merkle.io'],
    ws: ['wss://ethereum-rpc.publicnode.com'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    multicall3,
    tokens: [
      at('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', usdc),
      at('0xdAC17F958D2ee523a2206206994597C13D831ec7', usdt),
      at('0x6B175474E89094C44Da98b954EedeAC495271d0F', dai),
      at('0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', wbtc),
    ],
  },
  {
    caip2: 'eip155:8453',
    name: 'Base',
    rpc: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com', 'https://base.drpc.org'],
    ws: ['wss://base-rpc.publicnode.com'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    multicall3,
    tokens: [
      at('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', usdc),
      at('0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', dai),
    ],
  },
  {
    caip2: 'eip155:10',
    name: 'OP Mainnet',
    rpc: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com', 'https://optimism.drpc.org'],
    ws: ['wss://optimism-rpc.publicnode.com'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    multicall3,
    tokens: [
      at('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', usdc),
      at('0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', usdt),
      at('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', dai),
      at('0x68f180fcCe6836688e9084f035309E29Bf0A2095', wbtc),
    ],
  },
  {
    caip2: 'eip155:42161',
    name: 'Arbitrum One',
    rpc: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com', 'https://arbitrum.drpc.org'],
    ws: ['wss://arbitrum-one-rpc.publicnode.com'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    multicall3,
    tokens: [
      at('0xaf88d065e77c8cC2239327C5EDb3A432268e5831', usdc),
      at('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', usdt),
      at('0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', dai),
      at('0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', wbtc),
    ],
  },
  {
    caip2: 'eip155:137',
    name: 'Polygon',
    rpc: ['https://polygon-bor-rpc.publicnode.com', 'https://polygon.drpc.org'],
    ws: ['wss://polygon-bor-rpc.publicnode.com'],
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    multicall3,
    tokens: [
      at('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', usdc),
      at('0xc2132D05D31c914a87C6611C10748AEb04B58e8F', usdt),
      at('0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', dai),
      at('0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', wbtc),
    ],
  },
  {
    caip2: 'eip155:11155111',
    name: 'Sepolia',
    rpc: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
    ws: ['wss://ethereum-sepolia-rpc.publicnode.com'],
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    multicall3,
    tokens: [at('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', { ...usdc, price: 0 })],
    nativePrice: 0,
  },
  ...moreChains,
]
