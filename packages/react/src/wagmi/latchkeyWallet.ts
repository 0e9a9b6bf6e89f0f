import { type CreateWagmiConnector, emailIcon } from '@latchkey/core/wagmi'
import { type LatchkeyConnectorParameters, latchkeyConnector } from './latchkeyConnector.js'

/** A wallet as RainbowKit's `connectorsForWallets` lists it. */
export type RainbowKitWallet = {
  readonly id: string
  readonly name: string
  readonly iconUrl: string
  readonly iconBackground: string
  readonly installed: true
  readonly createConnector: (details: object) => CreateWagmiConnector
}

/**
 * Puts Latchkey's wallets into RainbowKit's list: one entry, behind which the modal asks.
 *
 * @param parameters - What `latchkeyConnector` takes.
 * @returns A wallet for `connectorsForWallets([{ groupName, wallets: [latchkeyWallet(…)] }], …)`.
 * @see https://www.rainbowkit.com/docs/custom-wallet-list
 *
 * @example
 * import { embedded } from '@latchkey/connectors/embedded'
 * import { latchkeyWallet } from '@latchkey/react/wagmi'
 * const emailWallet = latchkeyWallet({ connectors: [embedded({ url: 'https://wallet.example.com' })] })
 * const groups = [{ groupName: 'Without a wallet', wallets: [emailWallet] }]
 */
export function latchkeyWallet(parameters: LatchkeyConnectorParameters): () => RainbowKitWallet {
  const { id = 'latchkey', name = 'E-mail', icon = emailIcon } = parameters
  return () => ({
    id,
    name,
    iconUrl: icon,
    iconBackground: '#0b6b57',
    installed: true,
    createConnector: (details) => (host) => ({ ...latchkeyConnector(parameters)(host), ...details }),
  })
}
