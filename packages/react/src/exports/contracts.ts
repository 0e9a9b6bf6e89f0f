export { type UseBlockNumberParameters, useBlockNumber } from '../contracts/useBlockNumber.js'
export { type UseClientParameters, useClient } from '../contracts/useClient.js'
export { type UseEnsAddressParameters, useEnsAddress } from '../contracts/useEnsAddress.js'
export { type UseEnsAvatarParameters, useEnsAvatar } from '../contracts/useEnsAvatar.js'
export { type UseEnsNameParameters, useEnsName } from '../contracts/useEnsName.js'
export { usePublicClient } from '../contracts/usePublicClient.js'
export { type UseReadContractParameters, useReadContract } from '../contracts/useReadContract.js'
export { type UseReadContractsParameters, useReadContracts } from '../contracts/useReadContracts.js'
export { type UseSimulateContractParameters, useSimulateContract } from '../contracts/useSimulateContract.js'
export { type UseWalletClientParameters, useWalletClient } from '../contracts/useWalletClient.js'
export { type UseWatchContractEventParameters, useWatchContractEvent } from '../contracts/useWatchContractEvent.js'
export {
  type UseWriteContractParameters,
  type UseWriteContractReturnType,
  useWriteContract,
} from '../contracts/useWriteContract.js'
