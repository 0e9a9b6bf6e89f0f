import type { CreateConnector, Discovery } from '@latchkey/core'
import { familyIdentity, readPath, watchPage } from '@latchkey/core/family'
import type { PolkadotParameters } from '../parameters.js'
import type { Extension } from './extension.js'
import { extensionConnector } from './extensionConnector.js'

/** More extensions than anybody has; beyond it a page is being flooded. */
const mostWallets = 64

/** What extensions are called whose name for programs does not tell it. */
const shownNames: { readonly [name: string]: string } = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  polkagate: 'PolkaGate',
}

/**
 * Finds the Polkadot extensions of a page, in `window.injectedWeb3`, also those that put themselves there late.
 * @see https://github.com/polkadot-js/extension/tree/master/packages/extension-inject
 */
export function extensions(parameters: PolkadotParameters): CreateConnector {
  return (host): Discovery => ({
    discover(found) {
      const target = parameters.target ?? (typeof window === 'undefined' ? undefined : window)
      if (!target) return () => {}
      const known = new Set<string>()
      return watchPage(target, () => {
        const holder = readPath(target, 'injectedWeb3', []) as { readonly [name: string]: Extension } | undefined
        for (const name of namesOf(holder)) {
          const shown = Object.hasOwn(shownNames, name) ? shownNames[name] : readable(name)
          const identity = familyIdentity('polkadot', 'injected', { name: shown })
          if (!holder || !identity || known.has(identity.id) || known.size >= mostWallets) continue
          // The object may be put there empty first, and some are replaced while the page loads: the last one is asked.
          if (!canEnable(holder, name)) continue
          known.add(identity.id)
          found(extensionConnector(host, identity, { enable: async (origin) => holder[name]?.enable(origin) }))
        }
      })
    },
  })
}

/** A name for programs as people write names: `fearless-wallet` is Fearless Wallet. */
function readable(name: string): string {
  const words = name.slice(0, 100).split(/[-_]+/)
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}

function namesOf(holder: object | undefined): readonly string[] {
  try {
    return holder ? Object.keys(holder) : []
  } catch {
    return []
  }
}

function canEnable(holder: { readonly [name: string]: Extension }, name: string): boolean {
  try {
    return typeof holder[name]?.enable === 'function'
  } catch {
    return false
  }
}
