import type { RpcErrorCode } from '@latchkey/protocol/errors'

/** Error codes of requests to a connected wallet of any family. */
export type WalletErrorCode =
  | RpcErrorCode
  | 'NOT_CONNECTED'
  | 'WALLET_NOT_RESPONDING'
  | 'WALLET_BAD_ANSWER'
  | 'CHAINS_NOT_SUPPORTED'
  | 'CHAIN_NOT_FOUND'
  | 'CHAIN_MISMATCH'
  | 'NO_RPC_URL'
  | 'RPC_TIMEOUT'
  | 'RPC_UNREACHABLE'
  | 'RPC_BAD_ANSWER'
  | 'API_UNREACHABLE'
  | 'API_BAD_ANSWER'
  | 'INVALID_ADDRESS'
  | 'INVALID_CONFIG'
  | 'PEER_MISSING'

/** Error codes of sending with a wallet. */
export type SendErrorCode =
  | WalletErrorCode
  | 'FEE_TOO_HIGH'
  | 'SENDING_UNSUPPORTED'
  | 'TRANSACTION_REPLACED'
  | 'TRANSACTION_EXPIRED'
  | 'INVALID_AMOUNT'

/** Error codes of reads from a node of any family. */
export type NodeErrorCode =
  | RpcErrorCode
  | 'CHAIN_NOT_FOUND'
  | 'NO_RPC_URL'
  | 'RPC_TIMEOUT'
  | 'RPC_UNREACHABLE'
  | 'RPC_BAD_ANSWER'
  | 'INVALID_ADDRESS'
  | 'INVALID_CONFIG'
  | 'PEER_MISSING'

/** Error codes of contract calls. */
export type ContractErrorCode = NodeErrorCode | 'CONTRACT_NOT_FOUND'

/** Error codes of the data API. */
export type ApiErrorCode = 'API_UNREACHABLE' | 'API_BAD_ANSWER' | 'API_REFUSED' | 'ABORTED' | 'UNKNOWN'
