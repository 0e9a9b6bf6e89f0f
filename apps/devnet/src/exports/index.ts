export {
  type BitcoinTestAccount,
  type BitcoinTestAccounts,
  bitcoinAccounts,
} from '../chains/bitcoin/bitcoinAccounts.js'
export { bitcoinChainId } from '../chains/bitcoin/bitcoinNetwork.js'
export { type BitcoinChain, startBitcoinChain } from '../chains/bitcoin/startBitcoinChain.js'
export { type CosmosTestAccount, cosmosAccounts } from '../chains/cosmos/cosmosAccounts.js'
export { cosmosChainId } from '../chains/cosmos/cosmosNetwork.js'
export { startCosmosLedger } from '../chains/cosmos/startCosmosLedger.js'
export { accounts, mnemonic, type TestAccount } from '../chains/evm/accounts.js'
export {
  collectibleAddress,
  create2Deployer,
  create2Salt,
  type LocalTokenSymbol,
  localTokens,
  multicall3Address,
  nameAddresses,
  permitToken,
  stickersAddress,
  swapAddresses,
  swapV3Addresses,
} from '../chains/evm/contractAddresses.js'
export { type FaucetOptions, faucet, faucetAmounts } from '../chains/evm/faucet.js'
export { type EvmChains, etherPrice, type LocalChain, type LocalToken } from '../chains/evm/localChain.js'
export { placeSettlement, settlementAddresses } from '../chains/evm/placeSettlement.js'
export { setTokenFailing } from '../chains/evm/setTokenFailing.js'
export { type StartEvmChainsOptions, startEvmChains } from '../chains/evm/startEvmChains.js'
export type { FamilyChain, StartFamilyChainOptions } from '../chains/familyChain.js'
export type { FaultMode } from '../chains/faultMode.js'
export { type PolkadotTestAccount, polkadotAccounts } from '../chains/polkadot/polkadotAccounts.js'
export { polkadotChainId } from '../chains/polkadot/polkadotNetwork.js'
export { startPolkadotLedger } from '../chains/polkadot/startPolkadotLedger.js'
export { type SolanaTestAccount, solanaAccounts } from '../chains/solana/accounts.js'
export {
  type SolanaToken,
  type SolanaTokenSymbol,
  solanaChainId,
  solanaFaucetAmounts,
  solanaTokens,
} from '../chains/solana/localSolana.js'
export type { SolanaChain, StartSolanaChainOptions } from '../chains/solana/solanaChain.js'
export { startSolanaChain } from '../chains/solana/startSolanaChain.js'
export { type FaultyNode, type StartFaultyNodeOptions, startFaultyNode } from '../chains/startFaultyNode.js'
export { type Artifact, artifacts } from '../contracts/artifacts.js'
export { type StartWalletHostOptions, startWalletHost, type WalletHost } from '../host/startWalletHost.js'
export type { Message } from '../inbox/message.js'
export { type Inbox, type StartInboxOptions, startInbox } from '../inbox/startInbox.js'
export { createPhoneWallet } from '../phone/createPhoneWallet.js'
export type {
  PhoneAnswer,
  PhoneApp,
  PhoneAskedChain,
  PhoneConnection,
  PhoneQuestion,
  PhoneSession,
  PhoneState,
  PhoneSwitches,
  PhoneWallet,
  PhoneWalletOptions,
} from '../phone/phoneWallet.js'
export { type PhoneHost, type StartPhoneHostOptions, startPhoneHost } from '../phone/startPhoneHost.js'
export { type Provider, type StartProviderOptions, startProvider } from '../provider/startProvider.js'
export { type SocialAccount, type SocialName, socialAccounts, socialNames } from '../socials/socialAccounts.js'
export { type SocialsHost, type StartSocialsOptions, startSocials } from '../socials/startSocials.js'
export { type Devnet, type DevnetPorts, type StartDevnetOptions, startDevnet } from '../start.js'
export type { Service, ServiceState, ServiceStatus, Status } from '../status.js'
