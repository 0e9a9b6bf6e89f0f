import type { RpcErrorCode } from '@latchkey/protocol/errors'

/** What asking a connected wallet of any family can end with. */
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

/** What having a wallet send can end with. */
export type SendErrorCode =
  | WalletErrorCode
  | 'FEE_TOO_HIGH'
  | 'SENDING_UNSUPPORTED'
  | 'TRANSACTION_REPLACED'
  | 'TRANSACTION_EXPIRED'
  | 'INVALID_AMOUNT'

/** What reading a chain of any family from its node can end with. */
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

/** What asking a contract can end with. */
export type ContractErrorCode = NodeErrorCode | 'CONTRACT_NOT_FOUND'

/** What asking the data API can end with. */
export type ApiErrorCode = 'API_UNREACHABLE' | 'API_BAD_ANSWER' | 'API_REFUSED' | 'ABORTED' | 'UNKNOWN'
