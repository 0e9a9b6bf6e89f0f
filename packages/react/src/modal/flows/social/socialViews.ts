import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

/** The views of signing in with Farcaster. */
export const socialViews: Entries<'ConnectingFarcaster'> = {
  ConnectingFarcaster: {
    title: 'viewConnectingFarcaster',
    connects: true,
    Component: lazyView(() => import('./ConnectingFarcaster.js').then((code) => code.ConnectingFarcaster)),
  },
}
