import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of signing in with Farcaster. */
export const socialViews: Entries<'ConnectingFarcaster'> = {
  ConnectingFarcaster: {
    title: 'viewConnectingFarcaster',
    connects: true,
    Component: laterView(() => import('./ConnectingFarcaster.js').then((code) => code.ConnectingFarcaster)),
  },
}
