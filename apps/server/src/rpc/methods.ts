import type { ChainId } from '@latchkey/protocol/caip'
import { readMethods, subscriptionMethods, toHexChainId, writeMethods } from '@latchkey/protocol/rpc'

/** How a method is treated by the proxy. */
export type MethodKind = 'local' | 'read' | 'filter' | 'pinned' | 'write' | 'socket'

const kinds: ReadonlyMap<string, MethodKind> = new Map<string, MethodKind>([
  ...readMethods.map((method) => [method, 'read'] as const),
  ...writeMethods.map((method) => [method, 'write'] as const),
  ...subscriptionMethods.map((method) => [method, 'socket'] as const),
  ...(['eth_chainId', 'net_version', 'net_listening', 'eth_accounts'] as const).map(
    (method) => [method, 'local'] as const,
  ),
  ...(['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter'] as const).map(
    (method) => [method, 'filter'] as const,
  ),
  ...(['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter'] as const).map(
    (method) => [method, 'pinned'] as const,
  ),
])

/** Tells how a method is treated, or nothing when it is not allowed. */
export function methodKind(method: string): MethodKind | undefined {
  return kinds.get(method)
}

/** The result of a method that the server answers by itself. */
export function localResult(method: string, chainId: ChainId): unknown {
  if (method === 'eth_chainId') return toHexChainId(chainId)
  if (method === 'net_version') return BigInt(toHexChainId(chainId)).toString()
  // Keys that a node happens to hold are nobody's business here.
  return method === 'eth_accounts' ? [] : true
}
