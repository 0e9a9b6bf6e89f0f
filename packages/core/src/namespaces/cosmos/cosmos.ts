import type { NamespaceAdapter } from '../../namespace.js'
import { readCosmosAddress } from './address.js'
import type { CosmosOptions } from './options.js'

/**
 * The Cosmos family: balances and transfers of the native coin over the REST interface of a node, messages by ADR-36.
 *
 * @param options - See {@link CosmosOptions}; needed only for chains whose native coin is not named after its symbol.
 * @returns What a config can do with `cosmos` chains; pass it in `createConfig({ namespaces })`.
 * @see https://docs.cosmos.network/api
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { cosmos } from '@latchkey/core/cosmos'
 * import { cosmosHub } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [cosmosHub], namespaces: [cosmos()] })
 */
export function cosmos(options: CosmosOptions = {}): NamespaceAdapter {
  const reads = () => import('./reads.js')
  const signing = () => import('./signing.js')
  const isAddress = (value: string) => readCosmosAddress(value) !== undefined
  return {
    namespace: 'cosmos',
    isAddress,
    hasValidChecksum: async (value) => isAddress(value),
    getBalance: async (context, address) => (await reads()).getBalance(options, context, address),
    getBalances: async (context, address) => (await reads()).getBalances(options, context, address),
    quoteTransfer: async (context, transfer) => (await reads()).quoteTransfer(options, context, transfer),
    toTransaction: async (context, transfer) => (await reads()).toTransaction(options, context, transfer),
    waitForTransactionReceipt: async (context, parameters) =>
      (await import('./wait.js')).waitForTransactionReceipt(context, parameters),
    signMessage: async (provider, parameters) => (await signing()).signMessage(provider, parameters),
    sendTransaction: async (provider, parameters) => (await signing()).sendTransaction(options, provider, parameters),
  }
}
