export { accounts, mnemonic, type TestAccount } from '../chains/evm/accounts.js'
export { type SolanaTestAccount, solanaAccounts } from '../chains/solana/accounts.js'
export type { ApprovalRequest, FamilyWalletChain } from '../wallets/approvalRequest.js'
export {
  type BitcoinTestWallet,
  type BitcoinWay,
  createBitcoinTestWallet,
} from '../wallets/bitcoin/createBitcoinTestWallet.js'
export type { BrowserConfig } from '../wallets/browserConfig.js'
export { type CosmosTestWallet, createCosmosTestWallet } from '../wallets/cosmos/createCosmosTestWallet.js'
export { createTestWallet } from '../wallets/evm/createTestWallet.js'
export type {
  Companion,
  Companions,
  TestProvider,
  TestWallet,
  TestWalletOptions,
  WalletInfo,
} from '../wallets/evm/testWallet.js'
export type { TransactionSummary } from '../wallets/evm/transactionSummary.js'
export type { FamilyWallet, FamilyWalletOptions } from '../wallets/family/familyWallet.js'
export { announceHostile, type HostileKind, hostileDetails, hostileKinds, hostileMark } from '../wallets/hostile.js'
export { createPolkadotTestWallet, type PolkadotTestWallet } from '../wallets/polkadot/createPolkadotTestWallet.js'
export { ProviderError } from '../wallets/providerError.js'
export { createSolanaTestWallet } from '../wallets/solana/createSolanaTestWallet.js'
export type { SolanaTestWallet } from '../wallets/solana/solanaWallet.js'
export type { StandardAccount, StandardWallet } from '../wallets/solana/walletStandard.js'
export type { Switches } from '../wallets/switches.js'
export { testIcon } from '../wallets/testIcon.js'
export type { WalletChain } from '../wallets/walletChain.js'
