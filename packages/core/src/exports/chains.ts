export {
  arbitrum,
  base,
  mainnet,
  optimism,
  polkadot,
  polygon,
  sepolia,
  solana,
  solanaDevnet,
  solanaTestnet,
} from '../chains/chains.js'
