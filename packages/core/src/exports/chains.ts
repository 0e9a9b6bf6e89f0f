export {
  arbitrum,
  base,
  bitcoin,
  bitcoinTestnet,
  mainnet,
  optimism,
  polkadot,
  polygon,
  sepolia,
  solana,
  solanaDevnet,
  solanaTestnet,
} from '../chains/chains.js'
