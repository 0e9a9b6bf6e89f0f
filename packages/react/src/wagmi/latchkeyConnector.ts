import {
  type CreateWagmiConnector,
  type LatchkeyConnectorParameters as HeadlessParameters,
  latchkeyConnector as headlessConnector,
} from '@latchkey/core/wagmi'
import type { CreateModalOptions } from '../createModal.js'

/** The parameters of `latchkeyConnector`: ways to reach a wallet, or a config of the app, and how the modal looks. */
export type LatchkeyConnectorParameters = HeadlessParameters & CreateModalOptions

/**
 * Puts Latchkey's wallets (by e-mail, over our relay) into an app that uses wagmi 2 or 3, as one connector: wagmi owns the
 * connection, and a visitor is asked by the modal, whose code is loaded then. Needs `@latchkey/react/styles.css` on the page, and no
 * `<LatchkeyProvider>`; with one of the same `config` the modal is that provider's.
 *
 * @param parameters - See {@link LatchkeyConnectorParameters}.
 * @returns A connector for `createConfig({ connectors })` of wagmi. Its `connect` takes `email`, which signs in without a modal.
 * @see https://wagmi.sh
 *
 * @example
 * import '@latchkey/react/styles.css'
 * import { embedded } from '@latchkey/connectors/embedded'
 * import { latchkeyConnector } from '@latchkey/react/wagmi'
 * import { createConfig, http } from '@wagmi/core'
 * import { mainnet } from '@wagmi/core/chains'
 * const config = createConfig({
 *   chains: [mainnet],
 *   transports: { [mainnet.id]: http() },
 *   connectors: [latchkeyConnector({ connectors: [embedded({ url: 'https://wallet.example.com' })] })],
 * })
 */
export function latchkeyConnector(parameters: LatchkeyConnectorParameters): CreateWagmiConnector {
  const { themeMode, themeVariables, strings, ...rest } = parameters
  return headlessConnector({
    async modal(config) {
      const { createModal } = await import('../createModal.js')
      const modal = createModal(config, {
        ...(themeMode ? { themeMode } : {}),
        ...(themeVariables ? { themeVariables } : {}),
        ...(strings ? { strings } : {}),
      })
      return {
        async connect(route) {
          const account = await modal.connect(route)
          // The page goes on with its own account. A view that is about to lead on may do so first.
          setTimeout(modal.close)
          return account
        },
      }
    },
    ...rest,
  })
}
