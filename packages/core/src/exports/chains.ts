export {
  arbitrum,
  base,
  mainnet,
  optimism,
  polygon,
  sepolia,
} from '../chains/chains.js'
