export { type WalletStandardParameters, walletStandard } from '../walletStandard/walletStandard.js'
