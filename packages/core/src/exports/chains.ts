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
} from '../chains/chains.js'
