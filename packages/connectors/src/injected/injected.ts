import type { CreateConnector, Discovery } from '@latchkey/core'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { readAnnouncement } from './announcement.js'
import { eip1193Connector } from './eip1193Connector.js'

/** The parameters of `injected`. */
export type InjectedParameters = {
  /** The event target of announcements. Default: the page's window; without one no wallet is found. */
  readonly target?: Window
}

/** The maximum number of announced wallets, against flooding. */
const mostWallets = 256

/**
 * Finds the browser wallets of a page: those that announce themselves, and a bare `window.ethereum` as "Browser Wallet".
 *
 * @param parameters - See {@link InjectedParameters}.
 * @returns A connector source for `createConfig({ connectors })`.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * import { injected } from '@latchkey/connectors/injected'
 * const config = createConfig({ chains: [mainnet], connectors: [injected()] })
 */
export function injected(parameters: InjectedParameters = {}): CreateConnector {
  return (host): Discovery => ({
    discover(found) {
      const target = parameters.target ?? (typeof window === 'undefined' ? undefined : window)
      if (!target) return () => {}
      const known = new Set<string>()

      const announced = (event: Event) => {
        const wallet = readAnnouncement(event)
        if (!wallet || known.has(wallet.rdns) || known.size >= mostWallets) return
        known.add(wallet.rdns)
        const { name, rdns, icon, provider } = wallet
        found(eip1193Connector(host, { id: rdns, kind: 'announced', name, rdns, ...(icon ? { icon } : {}) }, provider))
      }

      const bare = () => {
        const provider = bareProvider(target)
        if (!provider || known.size > 0 || known.has('injected')) return
        known.add('injected')
        found(eip1193Connector(host, { id: 'injected', kind: 'injected', name: 'Browser Wallet' }, provider))
      }

      target.addEventListener('eip6963:announceProvider', announced)
      target.dispatchEvent(new Event('eip6963:requestProvider'))
      bare()
      // Mobile wallets inject their provider late, and dispatch this event.
      target.addEventListener('ethereum#initialized', bare)
      return () => {
        target.removeEventListener('eip6963:announceProvider', announced)
        target.removeEventListener('ethereum#initialized', bare)
      }
    },
  })
}

function bareProvider(target: Window): Eip1193Provider | undefined {
  try {
    const { ethereum } = target as { ethereum?: Eip1193Provider }
    return typeof ethereum?.request === 'function' ? ethereum : undefined
  } catch {
    return undefined
  }
}
