import type { CreateConnector, Discovery } from '@latchkey/core'
import { type Seat, standardConnector } from './standardConnector.js'
import { readFamilies, type StandardWallet } from './standardWallet.js'
import { watchWallets } from './watchWallets.js'

/** What `walletStandard` takes. */
export type WalletStandardParameters = {
  /** Where wallets register themselves. Default: the page's window; nothing is found without one. */
  readonly target?: Window
}

/** More wallets than anybody has; beyond it a page is being flooded. */
const mostWallets = 256

/**
 * Finds the Solana and Bitcoin wallets of a page that register themselves by the Wallet Standard; one connector for each
 * family of a wallet.
 *
 * @param parameters - See {@link WalletStandardParameters}.
 * @returns A connector source for `createConfig({ connectors })`.
 * @see https://github.com/wallet-standard/wallet-standard
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { solana } from '@latchkey/core/chains'
 * import { solana as solanaFamily } from '@latchkey/core/solana'
 * import { walletStandard } from '@latchkey/connectors/walletStandard'
 * const config = createConfig({ chains: [solana], namespaces: [solanaFamily()], connectors: [walletStandard()] })
 */
export function walletStandard(parameters: WalletStandardParameters = {}): CreateConnector {
  return (host): Discovery => ({
    discover(found) {
      const target = parameters.target ?? (typeof window === 'undefined' ? undefined : window)
      if (!target) return () => {}
      const seats = new Map<string, Seat>()

      return watchWallets(target, (wallet) => {
        const taken: Seat[] = []
        for (const [family, identity] of readFamilies(wallet)) {
          const known = seats.get(identity.id)
          // A name that is taken stays with who came first, until that wallet leaves.
          if (known?.wallet || (!known && seats.size >= mostWallets)) continue
          const seat = known ?? { wallet: undefined, left: undefined }
          seat.wallet = wallet as StandardWallet
          taken.push(seat)
          if (known) continue
          seats.set(identity.id, seat)
          found(standardConnector(host, identity, family, seat))
        }
        return () => {
          for (const seat of taken) {
            seat.wallet = undefined
            seat.left?.()
          }
        }
      })
    },
  })
}
