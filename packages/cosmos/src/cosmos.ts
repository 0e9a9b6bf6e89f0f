import type { NamespaceAdapter } from '@latchkey/core'
import { readCosmosAddress } from '@latchkey/protocol/internal/cosmos'
import type { CosmosParameters } from './parameters.js'
import { keplrWallets } from './wallets/keplrWallets.js'

/**
 * The Cosmos family: balances and transfers of the native coin over the REST interface of a node, messages by ADR-36, the wallets
 * of a page that have Keplr's interface, wallets on another device, and the check of sign-ins.
 *
 * @param parameters - See {@link CosmosParameters}; none is needed for well-known chains.
 * @returns What a config can do with `cosmos` chains; pass it in `createConfig({ namespaces })`.
 * @see https://docs.cosmos.network/api
 * @see https://docs.keplr.app/api
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { cosmos, cosmosHub } from '@latchkey/cosmos'
 * const config = createConfig({ chains: [cosmosHub], namespaces: [cosmos()] })
 */
export function cosmos(parameters: CosmosParameters = {}): NamespaceAdapter {
  const reads = () => import('./reads/reads.js')
  const signing = () => import('./sending/signing.js')
  const isAddress = (value: string) => readCosmosAddress(value) !== undefined
  return {
    namespace: 'cosmos',
    nodeApi: 'rest',
    isAddress,
    hasValidChecksum: async (value) => isAddress(value),
    getBalance: async (context, address) => (await reads()).getBalance(parameters, context, address),
    getBalances: async (context, address) => (await reads()).getBalances(parameters, context, address),
    quoteTransfer: async (context, transfer) => (await reads()).quoteTransfer(parameters, context, transfer),
    toTransaction: async (context, transfer) => (await reads()).toTransaction(parameters, context, transfer),
    waitForTransactionReceipt: async (context, asked) =>
      (await import('./reads/wait.js')).waitForTransactionReceipt(context, asked),
    signMessage: async (provider, asked) => (await signing()).signMessage(provider, asked),
    sendTransaction: async (provider, asked) => (await signing()).sendTransaction(parameters, provider, asked),
    connectors: parameters.wallets === false ? [] : [keplrWallets(parameters)],
    walletConnect: {
      methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
      events: [],
      getProvider: async (session) =>
        (await import('./walletConnect/createSessionProvider.js')).createSessionProvider(session),
    },
    verifySignature: async (check) => (await import('./signIn/verifyCosmos.js')).verifyCosmos(check),
  }
}
