export { type WalletConnectParameters, walletConnect } from '../walletConnect/walletConnect.js'
