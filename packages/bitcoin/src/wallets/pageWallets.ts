import type { Connector, CreateConnector, Discovery } from '@latchkey/core'
import { familyIdentity, readPath, watchPage } from '@latchkey/core/family'
import type { BitcoinParameters } from '../parameters.js'
import { bitcoinConnector } from './bitcoinConnector.js'
import type { SatsProvider, UnisatProvider } from './shapes.js'

/** More wallets than anybody has; beyond it a page is being flooded. */
const mostWallets = 64

/** Where wallets of Unisat's shape put themselves; none of them says its name there. */
const unisatPlaces: readonly (readonly [path: string, name: string])[] = [
  ['unisat', 'UniSat'],
  ['okxwallet.bitcoin', 'OKX Wallet'],
  ['bitkeep.unisat', 'Bitget Wallet'],
  ['bybitWallet.bitcoin', 'Bybit Wallet'],
  ['binancew3w.bitcoin', 'Binance Wallet'],
  ['tokenpocket.bitcoin', 'TokenPocket'],
]

/**
 * Finds the Bitcoin wallets of a page that do not register themselves by the Wallet Standard: those listed in
 * `window.btc_providers` (Xverse, Leather and others), and Unisat with the wallets of its shape.
 *
 * A wallet that is found by the Wallet Standard under the same name is not listed a second time.
 * @see https://docs.xverse.app/sats-connect https://docs.unisat.io/dev/open-api-documentation/unisat-wallet
 */
export function pageWallets(parameters: BitcoinParameters): CreateConnector {
  return (host): Discovery => ({
    discover(found) {
      const target = parameters.target ?? (typeof window === 'undefined' ? undefined : window)
      if (!target) return () => {}
      const known = new Map<string, unknown>()

      /** True when it is a wallet that is new: neither its name nor its object is known. */
      const isNew = (id: string, provider: unknown) =>
        known.size < mostWallets && !known.has(id) && ![...known.values()].includes(provider)
      const add = (provider: unknown, connector: Connector) => {
        known.set(connector.id, provider)
        found(connector)
      }

      return watchPage(target, () => {
        for (const { id: path, name, icon } of readListed(target)) {
          const provider = readPath(target, path, ['request']) as SatsProvider | undefined
          const identity = familyIdentity('bip122', 'injected', { name, icon })
          if (!provider || !identity || !isNew(identity.id, provider)) continue
          const dialect = path === 'LeatherProvider' ? 'leather' : 'sats'
          const load = async () => (await import('./satsConnect.js')).satsWallet(host, identity, provider, dialect)
          add(provider, bitcoinConnector(host, identity, load))
        }
        for (const [path, name] of unisatPlaces) {
          const shape = ['requestAccounts', 'getAccounts', 'signMessage', 'signPsbt']
          const provider = readPath(target, path, shape) as UnisatProvider | undefined
          const identity = familyIdentity('bip122', 'injected', { name })
          if (!provider || !identity || !isNew(identity.id, provider)) continue
          const load = async () => (await import('./unisat.js')).unisatWallet(identity, provider)
          add(provider, bitcoinConnector(host, identity, load))
        }
      })
    },
  })
}

type Listed = { readonly id: string; readonly name: unknown; readonly icon: unknown }

function readListed(target: Window): readonly Listed[] {
  try {
    const listed = (target as { btc_providers?: unknown }).btc_providers
    if (!Array.isArray(listed)) return []
    return listed.slice(0, mostWallets).flatMap((entry) => {
      try {
        const { id, name, icon } = entry as Listed
        return typeof id === 'string' ? [{ id, name, icon }] : []
      } catch {
        // One entry that cannot be looked at keeps no other from being found.
        return []
      }
    })
  } catch {
    return []
  }
}
