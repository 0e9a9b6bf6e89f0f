import { isEvmAddress } from '@latchkey/protocol/caip'
import type { NamespaceAdapter } from '../../namespace.js'
import type { Clients } from './reads.js'
import * as signing from './signing.js'

/**
 * The EVM family: JSON-RPC through viem, loaded at the first read.
 *
 * @returns What a config can do with `eip155` chains; every config has it.
 *
 * @example
 * import { eip155 } from '@latchkey/core/eip155'
 * eip155().isAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8') // true
 */
export function eip155(): NamespaceAdapter {
  const clients: Clients = { known: new Map(), isEnded: false }
  const reads = () => import('./reads.js')
  return {
    namespace: 'eip155',
    isAddress: isEvmAddress,
    hasValidChecksum: async (value) => (await reads()).hasValidChecksum(value),
    getBalance: async (context, address) => (await reads()).getBalance(clients, context, address),
    getBalances: async (context, address) => (await reads()).getBalances(clients, context, address),
    quoteTransfer: async (context, transfer) => (await reads()).quoteTransfer(clients, context, transfer),
    waitForTransactionReceipt: async (context, parameters) =>
      (await reads()).waitForTransactionReceipt(clients, context, parameters),
    request: async (context, asked) => (await reads()).request(clients, context, asked),
    toTransaction: async (_, transfer) => (await import('./toTransaction.js')).toTransaction(transfer),
    signMessage: signing.signMessage,
    signTypedData: signing.signTypedData,
    sendTransaction: signing.sendTransaction,
    payments: {
      scheme: 'ethereum:',
      read: async (link) => (await import('./paymentLink.js')).readPaymentLink(link),
      write: async (payment) => (await import('./paymentLink.js')).writePaymentLink(payment),
    },
    destroy() {
      clients.isEnded = true
      clients.known.clear()
    },
  }
}
