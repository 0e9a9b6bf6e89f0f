export type { Collectible, HistoryEntry, HistoryTransfer } from '@latchkey/protocol/accountApi'
export type { TokenBalance } from '@latchkey/protocol/api'
export {
  type AccountId,
  type ChainId,
  isAccountId,
  isChainId,
  isNamespace,
  type Namespace,
  namespaces,
  parseAccountId,
  parseChainId,
  toAccountId,
} from '@latchkey/protocol/caip'
export { type ErrorCode, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
export { type FiatCurrency, fiatCurrencies } from '@latchkey/protocol/internal/currencies'
export type { SessionKey, SmartSession } from '@latchkey/protocol/sessionsApi'
export type { SignInMessage } from '@latchkey/protocol/siwx'
export {
  type AddChainErrorType,
  type AddChainParameters,
  type AddChainReturnType,
  addChain,
} from '../actions/addChain.js'
export { type ConnectErrorType, type ConnectParameters, type ConnectReturnType, connect } from '../actions/connect.js'
export {
  type CreatePaymentLinkErrorType,
  type CreatePaymentLinkParameters,
  type CreatePaymentLinkReturnType,
  createPaymentLink,
} from '../actions/createPaymentLink.js'
export {
  type DisconnectErrorType,
  type DisconnectParameters,
  type DisconnectReturnType,
  disconnect,
} from '../actions/disconnect.js'
export {
  type AccountUser,
  type GetAccountStateParameters,
  type GetAccountStateReturnType,
  getAccountState,
} from '../actions/getAccountState.js'
export {
  type GetBalanceErrorType,
  type GetBalanceParameters,
  type GetBalanceReturnType,
  getBalance,
} from '../actions/getBalance.js'
export {
  type GetBalancesErrorType,
  type GetBalancesParameters,
  type GetBalancesReturnType,
  getBalances,
} from '../actions/getBalances.js'
export { type GetChainParameters, type GetChainReturnType, getChain } from '../actions/getChain.js'
export {
  type GetCollectiblesErrorType,
  type GetCollectiblesParameters,
  type GetCollectiblesReturnType,
  getCollectibles,
} from '../actions/getCollectibles.js'
export { type GetConnectionParameters, type GetConnectionReturnType, getConnection } from '../actions/getConnection.js'
export {
  type ConnectionInfo,
  type ConnectionStatus,
  type GetConnectionsReturnType,
  getConnections,
} from '../actions/getConnections.js'
export { type GetContactsParameters, type GetContactsReturnType, getContacts } from '../actions/getContacts.js'
export { type GetCurrencyReturnType, getCurrency } from '../actions/getCurrency.js'
export {
  type GetFiatRatesErrorType,
  type GetFiatRatesParameters,
  type GetFiatRatesReturnType,
  getFiatRates,
} from '../actions/getFiatRates.js'
export {
  type GetHistoryErrorType,
  type GetHistoryParameters,
  type GetHistoryReturnType,
  getHistory,
} from '../actions/getHistory.js'
export {
  type GetIdentityErrorType,
  type GetIdentityParameters,
  type GetIdentityReturnType,
  getIdentity,
} from '../actions/getIdentity.js'
export {
  type GetKnownBalancesParameters,
  type GetKnownBalancesReturnType,
  getKnownBalances,
} from '../actions/getKnownBalances.js'
export {
  type GetNameErrorType,
  type GetNameParameters,
  type GetNameReturnType,
  getName,
} from '../actions/getName.js'
export {
  type GetNameSuggestionsErrorType,
  type GetNameSuggestionsParameters,
  type GetNameSuggestionsReturnType,
  getNameSuggestions,
} from '../actions/getNameSuggestions.js'
export {
  type GetNamesErrorType,
  type GetNamesParameters,
  type GetNamesReturnType,
  getNames,
} from '../actions/getNames.js'
export {
  type GetOnrampOptionsErrorType,
  type GetOnrampOptionsParameters,
  type GetOnrampOptionsReturnType,
  getOnrampOptions,
} from '../actions/getOnrampOptions.js'
export {
  type GetOnrampQuoteErrorType,
  type GetOnrampQuoteParameters,
  type GetOnrampQuoteReturnType,
  getOnrampQuote,
} from '../actions/getOnrampQuote.js'
export {
  type GetPricesErrorType,
  type GetPricesParameters,
  type GetPricesReturnType,
  getPrices,
} from '../actions/getPrices.js'
export {
  type GetPurchaseErrorType,
  type GetPurchaseParameters,
  type GetPurchaseReturnType,
  getPurchase,
} from '../actions/getPurchase.js'
export {
  type GetRemoteFeaturesErrorType,
  type GetRemoteFeaturesParameters,
  type GetRemoteFeaturesReturnType,
  getRemoteFeatures,
} from '../actions/getRemoteFeatures.js'
export { type GetSignInSessionReturnType, getSignInSession } from '../actions/getSignInSession.js'
export {
  type GetSmartSessionsErrorType,
  type GetSmartSessionsParameters,
  type GetSmartSessionsReturnType,
  getSmartSessions,
} from '../actions/getSmartSessions.js'
export {
  type GetSuggestedWalletsErrorType,
  type GetSuggestedWalletsParameters,
  type GetSuggestedWalletsReturnType,
  getSuggestedWallets,
} from '../actions/getSuggestedWallets.js'
export {
  type GetSupportedChainsErrorType,
  type GetSupportedChainsParameters,
  type GetSupportedChainsReturnType,
  getSupportedChains,
} from '../actions/getSupportedChains.js'
export {
  type GetWalletsErrorType,
  type GetWalletsParameters,
  type GetWalletsReturnType,
  getWallets,
} from '../actions/getWallets.js'
export {
  type GrantPermissionsErrorType,
  type GrantPermissionsParameters,
  type GrantPermissionsReturnType,
  grantPermissions,
} from '../actions/grantPermissions.js'
export {
  type QuoteTransferErrorType,
  type QuoteTransferParameters,
  type QuoteTransferReturnType,
  quoteTransfer,
  type TransferParameters,
} from '../actions/quoteTransfer.js'
export {
  type ReadPaymentLinkErrorType,
  type ReadPaymentLinkParameters,
  type ReadPaymentLinkReturnType,
  readPaymentLink,
} from '../actions/readPaymentLink.js'
export { type ReconnectErrorType, type ReconnectReturnType, reconnect } from '../actions/reconnect.js'
export {
  type RegisterNameErrorType,
  type RegisterNameParameters,
  type RegisterNameReturnType,
  registerName,
} from '../actions/registerName.js'
export {
  type ReleaseNameErrorType,
  type ReleaseNameParameters,
  type ReleaseNameReturnType,
  releaseName,
} from '../actions/releaseName.js'
export { type RemoveChainParameters, type RemoveChainReturnType, removeChain } from '../actions/removeChain.js'
export { type RemoveContactParameters, type RemoveContactReturnType, removeContact } from '../actions/removeContact.js'
export {
  type RevokeSmartSessionErrorType,
  type RevokeSmartSessionParameters,
  type RevokeSmartSessionReturnType,
  revokeSmartSession,
} from '../actions/revokeSmartSession.js'
export {
  type SaveContactErrorType,
  type SaveContactParameters,
  type SaveContactReturnType,
  saveContact,
} from '../actions/saveContact.js'
export {
  type SendTransactionErrorType,
  type SendTransactionParameters,
  type SendTransactionReturnType,
  type SendTransactionVariables,
  sendTransaction,
} from '../actions/sendTransaction.js'
export {
  type SendTransferErrorType,
  type SendTransferParameters,
  type SendTransferReturnType,
  sendTransfer,
} from '../actions/sendTransfer.js'
export {
  type SetAddressLabelErrorType,
  type SetAddressLabelParameters,
  type SetAddressLabelReturnType,
  setAddressLabel,
} from '../actions/setAddressLabel.js'
export {
  type SetCurrencyErrorType,
  type SetCurrencyParameters,
  type SetCurrencyReturnType,
  setCurrency,
} from '../actions/setCurrency.js'
export { type SetCurrentTabParameters, type SetCurrentTabReturnType, setCurrentTab } from '../actions/setCurrentTab.js'
export {
  type NameAttributes,
  type SetNameAttributesErrorType,
  type SetNameAttributesParameters,
  type SetNameAttributesReturnType,
  setNameAttributes,
} from '../actions/setNameAttributes.js'
export { type SignInErrorType, type SignInParameters, type SignInReturnType, signIn } from '../actions/signIn.js'
export {
  type SignMessageErrorType,
  type SignMessageParameters,
  type SignMessageReturnType,
  signMessage,
} from '../actions/signMessage.js'
export { type SignOutErrorType, type SignOutReturnType, signOut } from '../actions/signOut.js'
export {
  type SignTypedDataErrorType,
  type SignTypedDataParameters,
  type SignTypedDataReturnType,
  signTypedData,
  type TypedData,
} from '../actions/signTypedData.js'
export {
  type StartPurchaseErrorType,
  type StartPurchaseParameters,
  type StartPurchaseReturnType,
  startPurchase,
} from '../actions/startPurchase.js'
export {
  type SwitchChainErrorType,
  type SwitchChainParameters,
  type SwitchChainReturnType,
  switchChain,
} from '../actions/switchChain.js'
export {
  type SwitchConnectionErrorType,
  type SwitchConnectionParameters,
  type SwitchConnectionReturnType,
  switchConnection,
} from '../actions/switchConnection.js'
export {
  type UpdateEmailErrorType,
  type UpdateEmailParameters,
  type UpdateEmailReturnType,
  updateEmail,
} from '../actions/updateEmail.js'
export {
  type WaitForTransactionReceiptErrorType,
  type WaitForTransactionReceiptParameters,
  type WaitForTransactionReceiptReturnType,
  waitForTransactionReceipt,
} from '../actions/waitForTransactionReceipt.js'
export {
  type WatchAccountStateParameters,
  type WatchAccountStateReturnType,
  watchAccountState,
} from '../actions/watchAccountState.js'
export {
  type WatchContactsParameters,
  type WatchContactsReturnType,
  watchContacts,
} from '../actions/watchContacts.js'
export {
  type WatchCurrencyParameters,
  type WatchCurrencyReturnType,
  watchCurrency,
} from '../actions/watchCurrency.js'
export { type WatchStateParameters, type WatchStateReturnType, watchState } from '../actions/watchState.js'
export type { ApiOptions } from '../calls/api.js'
export {
  type AddressOf,
  type Chain,
  type ChainInput,
  type ChainToken,
  type HashOf,
  type NamespaceOf,
  type ToChainId,
  toChain,
} from '../chain.js'
export { formatAmount, parseAmount, showAmount } from '../chains/amount.js'
export { assetToBalance, type SwapToken, toSwapToken, type WalletAsset } from '../chains/tokens.js'
export type { Alert, AlertCode } from '../config/alerts.js'
export type {
  ConfiguredChainId,
  ConfiguredConnectorId,
  ConfiguredEvmChainId,
  ConfiguredNamespace,
} from '../config/configured.js'
export {
  type ConnectMethod,
  type ConnectorType,
  defaultFeatures,
  type Features,
  type WalletFeature,
} from '../config/features.js'
export { isRestrictedRegion } from '../config/isRestrictedRegion.js'
export type { Metadata } from '../config/metadata.js'
export { type AccountFacts, type AccountType, defaultAccountTypes } from '../connection/accountTypes.js'
export type { EmbeddedAccount, EmbeddedNamespace, EmbeddedSession } from '../connection/embeddedNamespace.js'
export type { FamilySession, WalletConnectNamespace } from '../connection/walletConnectNamespace.js'
export {
  type Connector,
  type ConnectorEvent,
  type ConnectorIdOf,
  type ConnectorKind,
  type CreateConnector,
  connectorKinds,
  type Discovery,
  type Host,
  type WalletIdentity,
  type WalletSession,
} from '../connector.js'
export type { Contact } from '../contacts/contactStore.js'
export {
  type Config,
  type ConfigEvent,
  type CreateConfigParameters,
  createConfig,
  type NamedWallets,
} from '../createConfig.js'
export {
  type EmailAction,
  type EmbeddedConnector,
  type EmbeddedState,
  type EmbeddedWallet,
  type FramePresenter,
  type FrameTask,
  isEmbedded,
  type SocialProvider,
} from '../embedded.js'
export { type ChainRoute, chainRoute, isUnsupportedChain } from '../flows/chainRoute.js'
export type {
  AmountProblem,
  AvailableBalance,
  ReceiverProblem,
  ReceiverWarning,
  SendChecks,
  SendDraft,
  SendToken,
} from '../flows/sendDraft.js'
export { readAmount } from '../flows/sendDraft.js'
export { createSendFlow, type SendFlow, type SendFlowState } from '../flows/sendFlow.js'
export type { SendNotice, SendPhase, SendQuote, SendState } from '../flows/sendState.js'
export { createSentTransactions, type SentTransaction, type SentTransactions } from '../flows/sentTransactions.js'
export { subtractPending } from '../flows/subtractPending.js'
export { type WalletGroup, walletList } from '../flows/walletList.js'
export { toCoinType } from '../names/toCoinType.js'
export type {
  AskedPayment,
  NamespaceAdapter,
  Payment,
  ReadContext,
  TransactionOutcome,
  TransactionRequest,
  Transfer,
  TransferQuote,
  TransferredCollectible,
} from '../namespace.js'
export {
  isPairing,
  isPairingExpired,
  type Pairing,
  type PairingConnector,
  type PairingState,
  type PairingStatus,
  toPairingLink,
} from '../pairing.js'
export type { Register, ResolvedRegister } from '../register.js'
export { type CloudSignInOptions, cloudSignIn } from '../signIn/cloudSignIn.js'
export { type LocalSignInOptions, localSignIn } from '../signIn/localSignIn.js'
export type { CreateSignIn, SignInAdapter, SignInHost, SignInSession, SignInText } from '../signIn/signInAdapter.js'
export type { SignInState, SignInStore } from '../signIn/signInStore.js'
export type { SignatureCheck } from '../signIn/verify/signatureCheck.js'
export { type VerifySignatureParameters, verifySignature } from '../signIn/verify/verifySignature.js'
export type { AccountDetails, Connection, Holdings, State, Status, Uid } from '../state.js'
export { cookieStorage } from '../storage/cookieStorage.js'
export { cookieToInitialState } from '../storage/cookieToInitialState.js'
export type { InitialState } from '../storage/persist.js'
export { createStorage, type KeyValue, type Storage } from '../storage/storage.js'
export { toServerState } from '../storage/toServerState.js'
export { version } from '../version.js'
export { addRecentListing, readRecentListings } from '../wallets/recentListings.js'
export type { WalletListing, WalletPlace, WalletStore } from '../wallets/walletListing.js'
