import type { Address, Hex } from 'viem'
import type { LocalToken } from './localChain.js'

/** The address of Multicall3 on every chain. @see https://github.com/mds1/multicall3 */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The CREATE2 deployer that gives contracts the same address on every chain. @see https://github.com/Arachnid/deterministic-deployment-proxy */
export const create2Deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The salt of every contract of the local chains. */
export const create2Salt: Hex = '0x6c617463686b65792d6465766e65742d76310000000000000000000000000000'

/** The collectible (ERC-721) of the local chains; anybody may mint. */
export const collectibleAddress: Address = '0xeE70C383d0101B26eB22eAB690DBbea9198A3CDc'

/** The collectibles of which there are many (ERC-1155) of the local chains; anybody may mint. */
export const stickersAddress: Address = '0xde9ABC79bA677bF50060A897993f06b7AF505fA4'

/** The swap contracts of the local chains: a factory and a router with the API of Uniswap v2, and wrapped ether. */
export const swapAddresses = {
  factory: '0xFDAe22f0dA1220e733DA338CFAF3E86877D3949f',
  router: '0x02d9f50CF8d2C7F9d49296f2F4545277641Abb4F',
  wrapped: '0x5151242E78B85534EAd52AFa59704F6B2B0A6e19',
} as const satisfies { readonly [name: string]: Address }

/** The same with Uniswap v3's calls; the router swaps along pools of both kinds, and its ether as a token is the same. */
export const swapV3Addresses = {
  factory: '0x811496e3E1FcAbF5fDAf43198Cf948f40E04B1c4',
  quoter: '0x303fB43694B63165A23eA5Ce85337314714a5FB3',
  router: '0x62ce4b3D4B8FA1b1E6Bf4e1357390716515Dc10F',
} as const satisfies { readonly [name: string]: Address }

/** The ENS of the local chains: the registry, the resolver of the server's names, and what finds resolvers for viem. */
export const nameAddresses = {
  registry: '0x861fedEc1e97aD7B3eeD8E3711e23c0863E5afd6',
  resolver: '0x307585cB8Af0F5751161fEdED15C40CBC1F894e3',
  universalResolver: '0xDE5a09C198Fb6288c20Cf19b365E4473121d5542',
} as const satisfies { readonly [name: string]: Address }

/** The ERC-20 tokens of the local chains, at the same addresses on both and in every run; anybody may mint. */
export const localTokens = [
  {
    symbol: 'USDC',
    name: 'Test USD Coin',
    decimals: 6,
    price: 1,
    address: '0xF12Baaf3BB7B727D077Bd9aB400fcd492AE1d413',
  },
  { symbol: 'DAI', name: 'Test Dai', decimals: 18, price: 1, address: '0x6135C657A61078d22EF091EB7e93238BEfe80aa1' },
  {
    symbol: 'WBTC',
    name: 'Test Wrapped Bitcoin',
    decimals: 8,
    price: 60_000,
    address: '0xa73e2927b971D3C5CA7B674F47912e76070e4753',
  },
  {
    symbol: 'TICKET',
    name: 'Test Ticket',
    decimals: 0,
    price: 0,
    address: '0x8884118bf7eA5e73001D2326909BB91C9d20B2B0',
  },
] as const satisfies readonly LocalToken[]

/** A token of the local chains that takes approvals by signature (EIP-2612); anybody may mint, and no list names it. */
export const permitToken: LocalToken = {
  symbol: 'EURC',
  name: 'Test Euro Coin',
  decimals: 6,
  price: 1,
  address: '0xda7c9eD9EF7c5a402Cc21ccEE0DC3aC7fcECF39b',
}

/** The symbol of a token of the local chains. */
export type LocalTokenSymbol = (typeof localTokens)[number]['symbol']
