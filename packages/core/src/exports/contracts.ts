export {
  type EstimateGasParameters,
  type EstimateGasReturnType,
  estimateGas,
} from '../contracts/estimateGas.js'
export type { EvmChainParameter } from '../contracts/evmChain.js'
export {
  type GetBlockNumberParameters,
  type GetBlockNumberReturnType,
  getBlockNumber,
} from '../contracts/getBlockNumber.js'
export { type GetClientParameters, type GetClientReturnType, getClient } from '../contracts/getClient.js'
export {
  type GetEnsAddressParameters,
  type GetEnsAddressReturnType,
  getEnsAddress,
} from '../contracts/getEnsAddress.js'
export { type GetEnsAvatarParameters, type GetEnsAvatarReturnType, getEnsAvatar } from '../contracts/getEnsAvatar.js'
export { type GetEnsNameParameters, type GetEnsNameReturnType, getEnsName } from '../contracts/getEnsName.js'
export {
  type GetPublicClientParameters,
  type GetPublicClientReturnType,
  getPublicClient,
} from '../contracts/getPublicClient.js'
export {
  type GetWalletClientParameters,
  type GetWalletClientReturnType,
  getWalletClient,
} from '../contracts/getWalletClient.js'
export { type ReadContractParameters, type ReadContractReturnType, readContract } from '../contracts/readContract.js'
export {
  type ReadContractsParameters,
  type ReadContractsReturnType,
  readContracts,
} from '../contracts/readContracts.js'
export {
  type SimulateContractParameters,
  type SimulateContractReturnType,
  simulateContract,
} from '../contracts/simulateContract.js'
export { type WatchBlockNumberParameters, watchBlockNumber } from '../contracts/watchBlockNumber.js'
export { type WatchContractEventParameters, watchContractEvent } from '../contracts/watchContractEvent.js'
export {
  type WriteContractParameters,
  type WriteContractReturnType,
  writeContract,
} from '../contracts/writeContract.js'
