export { arbitrum, base, mainnet, optimism, polygon, sepolia } from '../networks.js'
