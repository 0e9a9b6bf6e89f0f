import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of buying. */
export const buyViews: Entries<'OnRampProviders' | 'BuyInProgress'> = {
  OnRampProviders: {
    title: 'viewBuy',
    Component: laterView(() => import('./OnRampProviders.js').then((code) => code.OnRampProviders)),
  },
  BuyInProgress: {
    title: 'viewBuy',
    Component: laterView(() => import('./BuyInProgress.js').then((code) => code.BuyInProgress)),
  },
}
