import type { NamespaceAdapter } from '@latchkey/core'
import { featureOf, type StandardFamily, standardWallets, withPeer } from '@latchkey/core/family'
import { isSolanaAddress } from '@latchkey/protocol/internal/solana'
import type { SolanaParameters } from './parameters.js'
import type { Nodes } from './reads/rpc.js'
import { parseSendOptions } from './sendOptions.js'
import { chainName } from './wallets/chainName.js'

const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Solana in the Wallet Standard. @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/solana.md */
const standardFamily: StandardFamily = {
  namespace: 'solana',
  prefix: 'solana:',
  chainName,
  readAccount: (account) => (addressPattern.test(account.address) ? {} : undefined),
  async signIn(name, wallet, request) {
    if (!featureOf(wallet, 'solana:signIn')) return undefined
    return (await import('./wallets/standardProvider.js')).signInWithSolana(name, wallet, request)
  },
  getProvider: async (parts) => (await import('./wallets/standardProvider.js')).standardProvider(parts),
}

/**
 * The Solana family: balances and transfers over JSON-RPC and `@solana/kit`, the wallets of a page that register themselves by
 * the Wallet Standard, wallets on another device, the embedded wallet, and the check of sign-ins.
 *
 * @param parameters - See {@link SolanaParameters}. Default: with a preflight at `confirmed`, and wallets of the page's window.
 * @returns What a config can do with `solana` chains; pass it in `createConfig({ namespaces })`.
 * @throws LatchkeyError INVALID_PARAMS when an option has a value that nodes do not know.
 * @see https://solana.com/docs/rpc
 * @see https://github.com/wallet-standard/wallet-standard
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { solana, solanaMainnet } from '@latchkey/solana'
 * const config = createConfig({ chains: [solanaMainnet], namespaces: [solana()] })
 */
export function solana(parameters: SolanaParameters = {}): NamespaceAdapter {
  const sending = parseSendOptions(parameters)
  const nodes: Nodes = { confirmed: new Set() }
  const reads = () => import('./reads/reads.js')
  const withKit = <code>(load: () => Promise<code>) =>
    withPeer('solana', '@solana/kit', async () => {
      const [code, { hasKit }] = await Promise.all([load(), import('./sending/message.js')])
      return hasKit && code
    })
  const transfers = () => withKit(() => import('./sending/transfers.js'))
  const signing = () => import('./sending/signing.js')
  const signMessage: NamespaceAdapter['signMessage'] = async (provider, asked) =>
    (await import('./sending/signMessage.js')).signMessage(provider, asked)
  return {
    namespace: 'solana',
    isAddress: isSolanaAddress,
    // An address is a public key as it stands: there is no checksum that could be wrong.
    hasValidChecksum: async () => true,
    getBalance: async (context, address) => (await reads()).getBalance(nodes, context, address),
    getBalances: async (context, address) => (await reads()).getBalances(nodes, context, address),
    quoteTransfer: async (context, transfer) => (await transfers()).quoteTransfer(nodes, context, transfer),
    toTransaction: async (context, transfer) => (await transfers()).toTransaction(nodes, context, transfer),
    signMessage,
    sendTransaction: async (provider, asked) =>
      (await withKit(signing)).sendTransaction(nodes, sending, provider, asked),
    waitForTransactionReceipt: async (context, asked) =>
      (await import('./reads/waitForTransactionReceipt.js')).waitForTransactionReceipt(nodes, context, asked),
    connectors: parameters.wallets === false ? [] : [standardWallets(standardFamily, parameters)],
    walletConnect: {
      methods: [
        'solana_signMessage',
        'solana_signTransaction',
        'solana_signAllTransactions',
        'solana_signAndSendTransaction',
        'solana_requestAccounts',
        'solana_getAccounts',
      ],
      events: [],
      getProvider: async (session) =>
        (await import('./walletConnect/createSessionProvider.js')).createSessionProvider(session),
    },
    embedded: {
      signMessage,
      getProvider: async (session) =>
        (await import('./embedded/createEmbeddedProvider.js')).createEmbeddedProvider(session),
    },
    payments: {
      scheme: 'solana:',
      read: async (link) => (await import('./paymentLink.js')).readPaymentLink(link),
      write: async (payment) => (await import('./paymentLink.js')).writePaymentLink(payment),
    },
    verifySignature: async (check) => (await import('./signIn/verifySolana.js')).verifySolana(check),
  }
}
