export { connectMutationOptions } from '../query/connectMutationOptions.js'
export { disconnectMutationOptions } from '../query/disconnectMutationOptions.js'
export { type GetBalanceQueryParameters, getBalanceQueryOptions } from '../query/getBalanceQueryOptions.js'
export { type GetBalancesQueryParameters, getBalancesQueryOptions } from '../query/getBalancesQueryOptions.js'
export { type GetBlockNumberQueryParameters, getBlockNumberQueryOptions } from '../query/getBlockNumberQueryOptions.js'
export {
  type GetCollectiblesInfiniteQueryParameters,
  getCollectiblesInfiniteQueryOptions,
} from '../query/getCollectiblesInfiniteQueryOptions.js'
export { type GetEnsAddressQueryParameters, getEnsAddressQueryOptions } from '../query/getEnsAddressQueryOptions.js'
export { type GetEnsAvatarQueryParameters, getEnsAvatarQueryOptions } from '../query/getEnsAvatarQueryOptions.js'
export { type GetEnsNameQueryParameters, getEnsNameQueryOptions } from '../query/getEnsNameQueryOptions.js'
export { getFiatRatesQueryOptions } from '../query/getFiatRatesQueryOptions.js'
export {
  type GetHistoryInfiniteQueryParameters,
  getHistoryInfiniteQueryOptions,
} from '../query/getHistoryInfiniteQueryOptions.js'
export { type GetIdentityQueryParameters, getIdentityQueryOptions } from '../query/getIdentityQueryOptions.js'
export { type GetNameQueryParameters, getNameQueryOptions } from '../query/getNameQueryOptions.js'
export {
  type GetNameSuggestionsQueryParameters,
  getNameSuggestionsQueryOptions,
} from '../query/getNameSuggestionsQueryOptions.js'
export { type GetNamesQueryParameters, getNamesQueryOptions } from '../query/getNamesQueryOptions.js'
export { getOnrampOptionsQueryOptions } from '../query/getOnrampOptionsQueryOptions.js'
export {
  type GetOnrampQuoteQueryParameters,
  getOnrampQuoteQueryOptions,
} from '../query/getOnrampQuoteQueryOptions.js'
export { type GetPricesQueryParameters, getPricesQueryOptions } from '../query/getPricesQueryOptions.js'
export { type GetPurchaseQueryParameters, getPurchaseQueryOptions } from '../query/getPurchaseQueryOptions.js'
export { getRemoteFeaturesQueryOptions } from '../query/getRemoteFeaturesQueryOptions.js'
export {
  type GetSmartSessionsQueryParameters,
  getSmartSessionsQueryOptions,
} from '../query/getSmartSessionsQueryOptions.js'
export {
  type GetSuggestedWalletsQueryParameters,
  getSuggestedWalletsQueryOptions,
} from '../query/getSuggestedWalletsQueryOptions.js'
export { getSupportedChainsQueryOptions } from '../query/getSupportedChainsQueryOptions.js'
export {
  type GetWalletsInfiniteQueryParameters,
  getWalletsInfiniteQueryOptions,
} from '../query/getWalletsInfiniteQueryOptions.js'
export { grantPermissionsMutationOptions } from '../query/grantPermissionsMutationOptions.js'
export type { InfiniteQueryOptions } from '../query/infiniteQueryOptions.js'
export type { MutationKey, MutationOptions, Optional } from '../query/mutationOptions.js'
export type { QueryContext, QueryErrorType, QueryKey, QueryOptions } from '../query/queryOptions.js'
export { type QuoteTransferQueryParameters, quoteTransferQueryOptions } from '../query/quoteTransferQueryOptions.js'
export { type ReadContractQueryParameters, readContractQueryOptions } from '../query/readContractQueryOptions.js'
export { type ReadContractsQueryParameters, readContractsQueryOptions } from '../query/readContractsQueryOptions.js'
export { reconnectMutationOptions } from '../query/reconnectMutationOptions.js'
export { registerNameMutationOptions } from '../query/registerNameMutationOptions.js'
export { releaseNameMutationOptions } from '../query/releaseNameMutationOptions.js'
export { revokeSmartSessionMutationOptions } from '../query/revokeSmartSessionMutationOptions.js'
export { sendTransactionMutationOptions } from '../query/sendTransactionMutationOptions.js'
export { sendTransferMutationOptions } from '../query/sendTransferMutationOptions.js'
export { setNameAttributesMutationOptions } from '../query/setNameAttributesMutationOptions.js'
export { signInMutationOptions } from '../query/signInMutationOptions.js'
export { signMessageMutationOptions } from '../query/signMessageMutationOptions.js'
export { signOutMutationOptions } from '../query/signOutMutationOptions.js'
export { signTypedDataMutationOptions } from '../query/signTypedDataMutationOptions.js'
export {
  type SimulateContractQueryParameters,
  simulateContractQueryOptions,
} from '../query/simulateContractQueryOptions.js'
export { startPurchaseMutationOptions } from '../query/startPurchaseMutationOptions.js'
export { switchChainMutationOptions } from '../query/switchChainMutationOptions.js'
export { switchConnectionMutationOptions } from '../query/switchConnectionMutationOptions.js'
export { updateEmailMutationOptions } from '../query/updateEmailMutationOptions.js'
export {
  type WaitForTransactionReceiptQueryParameters,
  waitForTransactionReceiptQueryOptions,
} from '../query/waitForTransactionReceiptQueryOptions.js'
export { writeContractMutationOptions } from '../query/writeContractMutationOptions.js'
