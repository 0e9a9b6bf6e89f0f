import type { NamespaceAdapter } from '@latchkey/core'
import { standardWallets } from '@latchkey/core/family'
import { readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'
import type { BitcoinParameters } from './parameters.js'
import { readSessionFacts } from './walletConnect/facts.js'
import { pageWallets } from './wallets/pageWallets.js'
import { standardFamily } from './wallets/standardFamily.js'

/**
 * The Bitcoin family: balances and transfers over an Esplora API, transactions as PSBTs, messages by BIP-322, the wallets of a page
 * that register themselves by the Wallet Standard or speak sats-connect or Unisat's interface, wallets on another device, the
 * embedded wallet, and the check of sign-ins.
 *
 * @param parameters - See {@link BitcoinParameters}; none is needed.
 * @returns What a config can do with `bip122` chains; pass it in `createConfig({ namespaces })`.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 * @see https://docs.xverse.app/sats-connect
 * @see https://github.com/wallet-standard/wallet-standard
 *
 * @example
 * import { bitcoin, bitcoinMainnet } from '@latchkey/bitcoin'
 * import { createConfig } from '@latchkey/core'
 * const config = createConfig({ chains: [bitcoinMainnet], namespaces: [bitcoin()] })
 */
export function bitcoin(parameters: BitcoinParameters = {}): NamespaceAdapter {
  const reads = () => import('./reads/reads.js')
  const signing = () => import('./sending/signing.js')
  const signMessage: NamespaceAdapter['signMessage'] = async (provider, asked) =>
    (await signing()).signMessage(provider, asked)
  const isAddress = (value: string) => readBitcoinAddress(value) !== undefined
  return {
    namespace: 'bip122',
    nodeApi: 'rest',
    countsPending: true,
    isAddress,
    // The checksum is part of what makes a text an address here.
    hasValidChecksum: async (value) => isAddress(value),
    getBalance: async (context, address) => (await reads()).getBalance(context, address),
    getBalances: async (context, address) => (await reads()).getBalances(context, address),
    quoteTransfer: async (context, transfer) => (await reads()).quoteTransfer(context, transfer),
    toTransaction: async (context, transfer) => (await reads()).toTransaction(context, transfer),
    waitForTransactionReceipt: async (context, asked) =>
      (await import('./reads/wait.js')).waitForTransactionReceipt(context, asked),
    signMessage,
    sendTransaction: async (provider, asked) => (await signing()).sendTransaction(provider, asked),
    connectors:
      parameters.wallets === false ? [] : [standardWallets(standardFamily, parameters), pageWallets(parameters)],
    walletConnect: {
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: [],
      readFacts: readSessionFacts,
      getProvider: async (session) =>
        (await import('./walletConnect/createSessionProvider.js')).createSessionProvider(session),
    },
    embedded: {
      signMessage,
      getAccounts: async (ask) =>
        (await import('./embedded/readAddresses.js')).readAddresses(await ask('getAccountAddresses')),
      getProvider: async (session) =>
        (await import('./embedded/createEmbeddedProvider.js')).createEmbeddedProvider(session),
    },
    payments: {
      scheme: 'bitcoin:',
      read: async (link) => (await import('./paymentLink.js')).readPaymentLink(link),
      write: async (payment) => (await import('./paymentLink.js')).writePaymentLink(payment),
    },
    verifySignature: async (check) => (await import('./signIn/verifyBitcoin.js')).verifyBitcoin(check),
  }
}
