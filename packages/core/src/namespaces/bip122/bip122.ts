import type { NamespaceAdapter } from '../../namespace.js'
import { readBitcoinAddress } from './address.js'

/**
 * The Bitcoin family: balances and transfers over an Esplora API, transactions as PSBTs, messages by BIP-322.
 *
 * Sending needs `@scure/btc-signer`, which is loaded when the first transfer is written.
 *
 * @returns What a config can do with `bip122` chains; pass it in `createConfig({ namespaces })`.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { bip122 } from '@latchkey/core/bip122'
 * import { bitcoin } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [bitcoin], namespaces: [bip122()] })
 */
export function bip122(): NamespaceAdapter {
  const reads = () => import('./reads.js')
  const signing = () => import('./signing.js')
  const isAddress = (value: string) => readBitcoinAddress(value) !== undefined
  return {
    namespace: 'bip122',
    nodeApi: 'rest',
    isAddress,
    // The checksum is part of what makes a text an address here.
    hasValidChecksum: async (value) => isAddress(value),
    getBalance: async (context, address) => (await reads()).getBalance(context, address),
    getBalances: async (context, address) => (await reads()).getBalances(context, address),
    quoteTransfer: async (context, transfer) => (await reads()).quoteTransfer(context, transfer),
    toTransaction: async (context, transfer) => (await reads()).toTransaction(context, transfer),
    waitForTransactionReceipt: async (context, parameters) =>
      (await import('./wait.js')).waitForTransactionReceipt(context, parameters),
    signMessage: async (provider, parameters) => (await signing()).signMessage(provider, parameters),
    sendTransaction: async (provider, parameters) => (await signing()).sendTransaction(provider, parameters),
  }
}
