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
export { addNetwork } from '../actions/addNetwork.js'
export { type ConnectParameters, type ConnectReturnType, connect } from '../actions/connect.js'
export { type DisconnectParameters, disconnect } from '../actions/disconnect.js'
export { type GetAccountReturnType, getAccount } from '../actions/getAccount.js'
export { type GetBalanceReturnType, getBalance } from '../actions/getBalance.js'
export { type GetBalancesParameters, getBalances } from '../actions/getBalances.js'
export { type ConnectionInfo, type ConnectionStatus, getConnections } from '../actions/getConnections.js'
export { type GetNetworkReturnType, getNetwork } from '../actions/getNetwork.js'
export { type GetPricesReturnType, getPrices } from '../actions/getPrices.js'
export { type GetSupportedChainsReturnType, getSupportedChains } from '../actions/getSupportedChains.js'
export { quoteTransfer, type TransferParameters } from '../actions/quoteTransfer.js'
export { reconnect } from '../actions/reconnect.js'
export { removeNetwork } from '../actions/removeNetwork.js'
export { type SendTransactionParameters, sendTransaction } from '../actions/sendTransaction.js'
export { sendTransfer } from '../actions/sendTransfer.js'
export { type SignMessageParameters, signMessage } from '../actions/signMessage.js'
export { type SignTypedDataParameters, signTypedData, type TypedData } from '../actions/signTypedData.js'
export { switchConnection } from '../actions/switchConnection.js'
export { type SwitchNetworkParameters, switchNetwork } from '../actions/switchNetwork.js'
export { type WaitForTransactionParameters, waitForTransaction } from '../actions/waitForTransaction.js'
export { watchState } from '../actions/watchState.js'
export type { Alert, AlertCode } from '../alerts.js'
export { formatAmount, parseAmount, showAmount } from '../amount.js'
export type { ApiOptions } from '../api.js'
export {
  type Connector,
  type ConnectorEvent,
  type ConnectorKind,
  type CreateConnector,
  connectorKinds,
  type Discovery,
  type Host,
  type Session,
} from '../connector.js'
export {
  type Config,
  type ConfigEvent,
  type CreateConfigParameters,
  createConfig,
  type Metadata,
} from '../createConfig.js'
export {
  type ConnectMethod,
  type ConnectorType,
  defaultFeatures,
  type Features,
  type WalletFeature,
} from '../features.js'
export { isUnsupportedChain, type NetworkRoute, networkRoute } from '../flows/networkRoute.js'
export type {
  AmountProblem,
  ReceiverProblem,
  ReceiverWarning,
  SendChecks,
  SendDraft,
} from '../flows/sendDraft.js'
export { createSendFlow, type SendFlow, type SendFlowState } from '../flows/sendFlow.js'
export type { SendNotice, SendPhase, SendQuote, SendState } from '../flows/sendState.js'
export { createSentTransactions, type SentTransaction, type SentTransactions } from '../flows/sentTransactions.js'
export { type WalletGroup, walletList } from '../flows/walletList.js'
export type { NamespaceAdapter, TransactionOutcome, TransactionRequest, Transfer, TransferQuote } from '../namespace.js'
export { type Network, type NetworkInput, type NetworkToken, toNetwork } from '../network.js'
export type { Connection, State, Status, Uid } from '../state.js'
export { createStorage, type KeyValue, type Storage } from '../storage.js'
export { assetToBalance, type SwapToken, toSwapToken, type WalletAsset } from '../tokens.js'
export { version } from '../version.js'
