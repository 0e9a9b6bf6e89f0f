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

/** The reference of an EVM chain as wallets write it: `0x1` for `eip155:1`. */
export function toHexChainId(chainId: ChainId): `0x${string}` {
  return `0x${BigInt(chainId.slice(chainId.indexOf(':') + 1)).toString(16)}`
}
