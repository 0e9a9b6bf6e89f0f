export {
  arbitrum,
  base,
  mainnet,
  optimism,
  polygon,
  sepolia,
  solana,
  solanaDevnet,
  solanaTestnet,
} from '../chains/chains.js'
