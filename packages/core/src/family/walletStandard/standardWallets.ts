import type { CreateConnector, Discovery } from '../../connector.js'
import { type FamilyIdentity, familyIdentity } from '../familyIdentity.js'
import { standardConnector, type WalletRef } from './standardConnector.js'
import type { StandardFamily } from './standardFamily.js'
import type { StandardWallet } from './standardWallet.js'
import { watchWallets } from './watchWallets.js'

/** More wallets than anybody has; beyond it a page is being flooded. */
const mostWallets = 256

/**
 * Finds the wallets of a page that register themselves by the Wallet Standard, as far as they are of one family. A wallet of
 * several families is found by each.
 *
 * @param family - What the family is in the standard.
 * @param parameters.target - Where wallets register themselves. Default: the page's window; nothing is found without one.
 * @returns A connector source, for `connectors` of an adapter.
 * @see https://github.com/wallet-standard/wallet-standard
 *
 * @example
 * import { type StandardFamily, standardWallets } from '@latchkey/core/family'
 * const connectorsOf = (family: StandardFamily) => [standardWallets(family)]
 */
export function standardWallets(
  family: StandardFamily,
  parameters: { readonly target?: Window | undefined } = {},
): CreateConnector {
  return (host): Discovery => ({
    discover(found) {
      const target = parameters.target ?? (typeof window === 'undefined' ? undefined : window)
      if (!target) return () => {}
      const refs = new Map<string, WalletRef>()

      return watchWallets(target, (wallet) => {
        const identity = identify(wallet, family)
        const known = identity && refs.get(identity.id)
        // A name that is taken stays with who came first, until that wallet leaves.
        if (!identity || known?.wallet || (!known && refs.size >= mostWallets)) return () => {}
        const ref = known ?? { wallet: undefined, onLeave: undefined }
        ref.wallet = wallet as StandardWallet
        if (!known) {
          refs.set(identity.id, ref)
          found(standardConnector(host, identity, family, ref))
        }
        return () => {
          ref.wallet = undefined
          ref.onLeave?.()
        }
      })
    },
  })
}

/** Returns the name and icon to show; undefined if the object is not a wallet of this family. */
function identify(wallet: unknown, { namespace, prefix }: StandardFamily): FamilyIdentity | undefined {
  try {
    const { name, icon, chains, features } = wallet as StandardWallet
    const canConnect = 'standard:connect' in features || `${prefix}connect` in features
    const isOfFamily =
      chains.some((chain) => chain.startsWith(prefix)) &&
      Object.keys(features).some((feature) => feature.startsWith(prefix))
    return canConnect && isOfFamily ? familyIdentity(namespace, 'announced', { name, icon }) : undefined
  } catch {
    // It may be a proxy that throws on every access; it is then no wallet.
    return undefined
  }
}
