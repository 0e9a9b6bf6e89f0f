import type { SolanaSendOptions } from '../../connection/familyProviders.js'
import type { NamespaceAdapter } from '../../namespace.js'
import { withPeer } from '../withPeer.js'
import { isSolanaAddress } from './isSolanaAddress.js'
import type { Nodes } from './rpc.js'
import { parseSendOptions } from './sendOptions.js'

/**
 * The Solana family: JSON-RPC and `@solana/kit`, both loaded at the first use. Pass it to `createConfig({ namespaces })`.
 *
 * @param options - How nodes check and send what a wallet signed. Default: with a preflight at `confirmed`.
 * @returns What a config can do with `solana` chains.
 * @throws LatchkeyError INVALID_PARAMS when an option has a value that nodes do not know.
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { solana as solanaMainnet } from '@latchkey/core/chains'
 * import { solana } from '@latchkey/core/solana'
 * const config = createConfig({ chains: [solanaMainnet], namespaces: [solana()] })
 */
export function solana(options: SolanaSendOptions = {}): NamespaceAdapter {
  const sending = parseSendOptions(options)
  const nodes: Nodes = { confirmed: new Set() }
  const reads = () => import('./reads.js')
  const withKit = <code>(load: () => Promise<code>) =>
    withPeer('solana', '@solana/kit', async () => {
      const [code, { hasKit }] = await Promise.all([load(), import('./message.js')])
      return hasKit && code
    })
  const transfers = () => withKit(() => import('./transfers.js'))
  const signing = () => import('./signing.js')
  return {
    namespace: 'solana',
    isAddress: isSolanaAddress,
    // An address is a public key as it stands: there is no checksum that could be wrong.
    hasValidChecksum: async () => true,
    getBalance: async (context, address) => (await reads()).getBalance(nodes, context, address),
    getBalances: async (context, address) => (await reads()).getBalances(nodes, context, address),
    quoteTransfer: async (context, transfer) => (await transfers()).quoteTransfer(nodes, context, transfer),
    toTransaction: async (context, transfer) => (await transfers()).toTransaction(nodes, context, transfer),
    signMessage: async (provider, parameters) => (await signing()).signMessage(provider, parameters),
    sendTransaction: async (provider, parameters) =>
      (await withKit(signing)).sendTransaction(nodes, sending, provider, parameters),
    waitForTransactionReceipt: async (context, parameters) =>
      (await import('./waitForTransactionReceipt.js')).waitForTransactionReceipt(nodes, context, parameters),
  }
}
