import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

/** The views of buying. */
export const buyViews: Entries<'OnRampProviders' | 'BuyInProgress'> = {
  OnRampProviders: {
    title: 'viewBuy',
    Component: lazyView(() => import('./OnRampProviders.js').then((code) => code.OnRampProviders)),
  },
  BuyInProgress: {
    title: 'viewBuy',
    Component: lazyView(() => import('./BuyInProgress.js').then((code) => code.BuyInProgress)),
  },
}
