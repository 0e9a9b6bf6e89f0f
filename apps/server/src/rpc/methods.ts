import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import {
  polkadotReadMethods,
  polkadotSubscriptionMethods,
  polkadotWriteMethods,
  readMethods,
  solanaReadMethods,
  solanaSubscriptionMethods,
  solanaWriteMethods,
  subscriptionMethods,
  toHexChainId,
  writeMethods,
} from '@latchkey/protocol/rpc'

/** How a method is treated by the proxy. */
export type MethodKind = 'local' | 'read' | 'filter' | 'pinned' | 'write' | 'socket'

const of = (kind: MethodKind, methods: readonly string[]) => methods.map((method) => [method, kind] as const)

const kinds: { readonly [namespace in Namespace]: ReadonlyMap<string, MethodKind> } = {
  eip155: new Map([
    ...of('read', readMethods),
    ...of('write', writeMethods),
    ...of('socket', subscriptionMethods),
    ...of('local', ['eth_chainId', 'net_version', 'net_listening', 'eth_accounts']),
    ...of('filter', ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter']),
    ...of('pinned', ['eth_getFilterChanges', 'eth_getFilterLogs', 'eth_uninstallFilter']),
  ]),
  solana: new Map([
    ...of('read', solanaReadMethods),
    ...of('write', solanaWriteMethods),
    ...of('socket', solanaSubscriptionMethods),
  ]),
  polkadot: new Map([
    ...of('read', polkadotReadMethods),
    ...of('write', polkadotWriteMethods),
    ...of('socket', polkadotSubscriptionMethods),
  ]),
  // Their nodes speak REST: see `createRest.ts`.
  bip122: new Map(),
  cosmos: new Map(),
}

/** Returns how a method is treated on a chain, or nothing when it is not allowed there. */
export function methodKind(chainId: ChainId, method: string): MethodKind | undefined {
  return kinds[chainId.slice(0, chainId.indexOf(':')) as Namespace].get(method)
}

/** The result of a method that the server answers by itself. */
export function localResult(method: string, chainId: ChainId): unknown {
  if (method === 'eth_chainId') return toHexChainId(chainId)
  if (method === 'net_version') return BigInt(toHexChainId(chainId)).toString()
  // Keys held by a node must not be usable from here.
  return method === 'eth_accounts' ? [] : true
}
