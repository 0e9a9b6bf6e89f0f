import type { NamespaceAdapter } from '@latchkey/core'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { readSs58 } from '@latchkey/protocol/internal/polkadot'
import type { PolkadotParameters } from './parameters.js'
import type { PolkadotProvider } from './polkadotProvider.js'
import { extensions } from './wallets/extensions.js'

/**
 * The Polkadot family: balances by one storage read over JSON-RPC, messages as the wallets' extensions sign them, the extensions of a
 * page, wallets on another device, and the check of sign-ins.
 *
 * Transactions are not written here: an extrinsic can only be encoded with the metadata of the chain's present runtime, and
 * the libraries that read it weigh more than everything else on the page. A page that needs them passes the provider of
 * `connector.getProvider('polkadot')` to such a library.
 *
 * @param parameters - See {@link PolkadotParameters}; none is needed.
 * @returns What a config can do with `polkadot` chains; pass it in `createConfig({ namespaces })`.
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { polkadot, polkadotMainnet } from '@latchkey/polkadot'
 * const config = createConfig({ chains: [polkadotMainnet], namespaces: [polkadot()] })
 */
export function polkadot(parameters: PolkadotParameters = {}): NamespaceAdapter {
  const reads = () => import('./reads/reads.js')
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
    connectors: parameters.wallets === false ? [] : [extensions(parameters)],
    walletConnect: {
      methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
      events: [],
      getProvider: async (session) =>
        (await import('./walletConnect/createSessionProvider.js')).createSessionProvider(session),
    },
    verifySignature: async (check) => (await import('./signIn/verifyPolkadot.js')).verifyPolkadot(check),
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
