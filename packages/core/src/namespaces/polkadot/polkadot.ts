import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import type { PolkadotProvider } from '../../connection/familyProviders.js'
import type { NamespaceAdapter } from '../../namespace.js'
import { readSs58 } from './ss58.js'

/**
 * The Polkadot family: balances by one storage read over JSON-RPC, messages as the wallets' extensions sign them.
 *
 * Transactions are not written here: an extrinsic can only be encoded with the metadata of the chain's present runtime, and
 * the libraries that read it weigh more than everything else on the page. A page that needs them passes the provider of
 * `connector.getProvider('polkadot')` to such a library.
 *
 * @returns What a config can do with `polkadot` chains; pass it in `createConfig({ namespaces })`.
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { polkadot as chain } from '@latchkey/core/chains'
 * import { polkadot } from '@latchkey/core/polkadot'
 * const config = createConfig({ chains: [chain], namespaces: [polkadot()] })
 */
export function polkadot(): NamespaceAdapter {
  const reads = () => import('./reads.js')
  const isAddress = (value: string) => readSs58(value) !== undefined
  return {
    namespace: 'polkadot',
    isAddress,
    hasValidChecksum: async (value) => isAddress(value),
    getBalance: async (context, address) => (await reads()).getBalance(context, address),
    getBalances: async (context, address) => (await reads()).getBalances(context, address),
    quoteTransfer: unsupported,
    toTransaction: unsupported,
    sendTransaction: unsupported,
    waitForTransactionReceipt: unsupported,
    async signMessage(provider, { address, message }) {
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const signature: unknown = await (provider as PolkadotProvider)
        .signMessage({ address, message: bytes })
        .catch((thrown: unknown) => {
          throw fromRpcError(thrown)
        })
      // 64 bytes, 65 for keys of secp256k1 or where the kind of the key stands before them.
      if (typeof signature === 'string' && /^0x([0-9a-f]{128}|[0-9a-f]{130}|[0-9a-f]{132})$/i.test(signature))
        return signature
      throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signature.')
    },
  }
}

async function unsupported(): Promise<never> {
  throw new LatchkeyError(
    'SENDING_UNSUPPORTED',
    'Transactions on Polkadot cannot be written here. Send from the wallet itself.',
    {
      hints: ['Signing messages and reading balances works.'],
    },
  )
}
