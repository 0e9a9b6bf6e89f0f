import type { ChainId } from './caip.js'

/** A JSON-RPC 2.0 request. @see https://www.jsonrpc.org/specification */
export type RpcRequest = {
  jsonrpc: '2.0'
  id: number | string | null
  method: string
  params?: readonly unknown[] | { readonly [key: string]: unknown }
}

/** A JSON-RPC 2.0 error object. */
export type RpcError = { code: number; message: string; data?: unknown }

/** A JSON-RPC 2.0 response. */
export type RpcResponse =
  | { jsonrpc: '2.0'; id: number | string | null; result: unknown; error?: never }
  | { jsonrpc: '2.0'; id: number | string | null; error: RpcError; result?: never }

/** An EIP-1193 provider, as far as Latchkey asks anything of it. @see https://eips.ethereum.org/EIPS/eip-1193 */
export type Eip1193Provider = {
  request(request: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (...args: never[]) => void): unknown
  removeListener?(event: string, listener: (...args: never[]) => void): unknown
}

/** JSON-RPC methods that only read: the proxy may retry, fail over and hedge them. */
export const readMethods = [
  'eth_accounts',
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_simulateV1',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_version',
  'web3_clientVersion',
] as const

/** JSON-RPC methods that change something: the proxy sends them once to one upstream and never repeats them by itself. */
export const writeMethods = ['eth_sendRawTransaction'] as const

/** JSON-RPC methods that only make sense on a WebSocket. */
export const subscriptionMethods = ['eth_subscribe', 'eth_unsubscribe'] as const

/** JSON-RPC methods of Solana that only read. @see https://solana.com/docs/rpc/http */
export const solanaReadMethods = [
  'getAccountInfo',
  'getBalance',
  'getBlock',
  'getBlockCommitment',
  'getBlockHeight',
  'getBlockTime',
  'getBlocks',
  'getBlocksWithLimit',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getHighestSnapshotSlot',
  'getIdentity',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getSlotLeader',
  'getStakeMinimumDelegation',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'isBlockhashValid',
  'simulateTransaction',
] as const

/** JSON-RPC methods of Solana that change something. */
export const solanaWriteMethods = ['sendTransaction'] as const

/** The supported methods of Solana's WebSocket. @see https://solana.com/docs/rpc/websocket */
export const solanaSubscriptionMethods = [
  'accountSubscribe',
  'accountUnsubscribe',
  'logsSubscribe',
  'logsUnsubscribe',
  'rootSubscribe',
  'rootUnsubscribe',
  'signatureSubscribe',
  'signatureUnsubscribe',
  'slotSubscribe',
  'slotUnsubscribe',
] as const

/** JSON-RPC methods of Substrate chains that only read. @see https://paritytech.github.io/json-rpc-interface-spec/ */
export const polkadotReadMethods = [
  'chain_getBlock',
  'chain_getBlockHash',
  'chain_getFinalizedHead',
  'chain_getHeader',
  'payment_queryFeeDetails',
  'payment_queryInfo',
  'rpc_methods',
  'state_call',
  'state_getKeysPaged',
  'state_getMetadata',
  'state_getReadProof',
  'state_getRuntimeVersion',
  'state_getStorage',
  'state_getStorageHash',
  'state_getStorageSize',
  'state_queryStorageAt',
  'system_accountNextIndex',
  'system_chain',
  'system_chainType',
  'system_health',
  'system_name',
  'system_properties',
  'system_version',
] as const

/** JSON-RPC methods of Substrate chains that change something. */
export const polkadotWriteMethods = ['author_submitExtrinsic'] as const

/** JSON-RPC methods of Substrate chains that only make sense on a WebSocket. */
export const polkadotSubscriptionMethods = [
  'chain_subscribeFinalizedHeads',
  'chain_subscribeNewHeads',
  'chain_unsubscribeFinalizedHeads',
  'chain_unsubscribeNewHeads',
  'state_subscribeRuntimeVersion',
  'state_subscribeStorage',
  'state_unsubscribeRuntimeVersion',
  'state_unsubscribeStorage',
] as const

/**
 * The reference of an EVM chain as wallets write it.
 *
 * @param chainId - The CAIP-2 id of a chain of `eip155`.
 * @returns The number in hexadecimal (EIP-695).
 *
 * @example
 * import { toHexChainId } from '@latchkey/protocol/rpc'
 * toHexChainId('eip155:1') // '0x1'
 */
export function toHexChainId(chainId: ChainId): `0x${string}` {
  return `0x${BigInt(chainId.slice(chainId.indexOf(':') + 1)).toString(16)}`
}
