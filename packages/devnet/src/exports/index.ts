export { accounts, mnemonic, type TestAccount } from '../chains/accounts.js'
export {
  collectibleAddress,
  create2Deployer,
  create2Salt,
  type LocalTokenSymbol,
  localTokens,
  multicall3Address,
} from '../chains/contractAddresses.js'
export { type FaucetOptions, faucet, faucetAmounts } from '../chains/faucet.js'
export type { FaultMode } from '../chains/faultMode.js'
export { type EvmChains, etherPrice, type LocalChain, type LocalToken } from '../chains/localChain.js'
export { setTokenFailing } from '../chains/setTokenFailing.js'
export { type StartEvmChainsOptions, startEvmChains } from '../chains/startEvmChains.js'
export { type FaultyNode, type StartFaultyNodeOptions, startFaultyNode } from '../chains/startFaultyNode.js'
export { type Artifact, artifacts } from '../contracts/artifacts.js'
export { type StartWalletHostOptions, startWalletHost, type WalletHost } from '../host/startWalletHost.js'
export { type Devnet, type DevnetPorts, type StartDevnetOptions, startDevnet } from '../start.js'
export type { Service, ServiceState, ServiceStatus, Status } from '../status.js'
