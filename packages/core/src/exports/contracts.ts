export {
  type EstimateGasErrorType,
  type EstimateGasParameters,
  type EstimateGasReturnType,
  estimateGas,
} from '../contracts/estimateGas.js'
export type { EvmChainParameter } from '../contracts/evmChain.js'
export {
  type GetBlockNumberErrorType,
  type GetBlockNumberParameters,
  type GetBlockNumberReturnType,
  getBlockNumber,
} from '../contracts/getBlockNumber.js'
export {
  type GetClientErrorType,
  type GetClientParameters,
  type GetClientReturnType,
  getClient,
} from '../contracts/getClient.js'
export {
  type GetEnsAddressErrorType,
  type GetEnsAddressParameters,
  type GetEnsAddressReturnType,
  getEnsAddress,
} from '../contracts/getEnsAddress.js'
export {
  type GetEnsAvatarErrorType,
  type GetEnsAvatarParameters,
  type GetEnsAvatarReturnType,
  getEnsAvatar,
} from '../contracts/getEnsAvatar.js'
export {
  type GetEnsNameErrorType,
  type GetEnsNameParameters,
  type GetEnsNameReturnType,
  getEnsName,
} from '../contracts/getEnsName.js'
export {
  type GetPublicClientErrorType,
  type GetPublicClientParameters,
  type GetPublicClientReturnType,
  getPublicClient,
} from '../contracts/getPublicClient.js'
export {
  type GetWalletClientErrorType,
  type GetWalletClientParameters,
  type GetWalletClientReturnType,
  getWalletClient,
} from '../contracts/getWalletClient.js'
export {
  type ReadContractErrorType,
  type ReadContractParameters,
  type ReadContractReturnType,
  readContract,
} from '../contracts/readContract.js'
export {
  type ReadContractsErrorType,
  type ReadContractsParameters,
  type ReadContractsReturnType,
  readContracts,
} from '../contracts/readContracts.js'
export {
  type SimulateContractErrorType,
  type SimulateContractParameters,
  type SimulateContractReturnType,
  simulateContract,
} from '../contracts/simulateContract.js'
export {
  type WatchBlockNumberErrorType,
  type WatchBlockNumberParameters,
  type WatchBlockNumberReturnType,
  watchBlockNumber,
} from '../contracts/watchBlockNumber.js'
export {
  type WatchContractEventErrorType,
  type WatchContractEventParameters,
  type WatchContractEventReturnType,
  watchContractEvent,
} from '../contracts/watchContractEvent.js'
export {
  type WatchPendingTransactionsErrorType,
  type WatchPendingTransactionsParameters,
  type WatchPendingTransactionsReturnType,
  watchPendingTransactions,
} from '../contracts/watchPendingTransactions.js'
export {
  type WriteContractErrorType,
  type WriteContractParameters,
  type WriteContractReturnType,
  writeContract,
} from '../contracts/writeContract.js'
