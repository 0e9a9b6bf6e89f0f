/** How the frame handles an RPC method: passes it to a node, shows an approval, or refuses it. */
export type RpcPolicy = 'safe' | 'ask' | 'refuse'

/** RPC methods that need no person: they only read, or send what was signed before. */
export const safeRpcMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
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
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_getAssets',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
] as const

/** RPC methods that a person must approve in the frame. */
export const askRpcMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
] as const

/** What is asked of a Bitcoin account, and what the frame does with it; our own channel's alone. */
export const bitcoinRpcMethods = {
  getAccountAddresses: 'safe',
  signMessage: 'ask',
  signPsbt: 'ask',
  sendTransfer: 'ask',
} as const satisfies { readonly [method: string]: RpcPolicy }

/** Requests of our own channel only: the status of a bundle of calls, and stopping the rest of it (EIP-5792). */
export const callsStatusMethod = 'wallet_showCallsStatus'

/**
 * Returns what the frame does with an RPC method; whatever is not on a list is refused, also by another case or with spaces.
 *
 * @param method - The method as it was asked.
 * @param namespace - The chain family that it is asked of: Bitcoin's methods have names that mean nothing elsewhere.
 * @returns `safe`, `ask` or `refuse`.
 *
 * @example
 * import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
 * rpcPolicy('personal_sign') // 'ask'
 * rpcPolicy('signPsbt', 'bip122') // 'ask'
 */
export function rpcPolicy(method: string, namespace?: string): RpcPolicy {
  if (namespace === 'bip122') {
    return Object.hasOwn(bitcoinRpcMethods, method)
      ? bitcoinRpcMethods[method as keyof typeof bitcoinRpcMethods]
      : 'refuse'
  }
  if (safeRpcMethods.some((each) => each === method)) return 'safe'
  return method === callsStatusMethod || askRpcMethods.some((each) => each === method) ? 'ask' : 'refuse'
}
