import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of swapping. */
export const swapViews: Entries<'Swap' | 'SwapSelectToken' | 'SwapPreview' | 'SwapProgress'> = {
  Swap: { title: 'viewSwap', Component: laterView(() => import('./Swap.js').then((code) => code.Swap)) },
  SwapSelectToken: {
    title: 'viewSelectToken',
    Component: laterView(() => import('./SwapSelectToken.js').then((code) => code.SwapSelectToken)),
  },
  SwapPreview: {
    title: 'viewSwapPreview',
    Component: laterView(() => import('./SwapPreview.js').then((code) => code.SwapPreview)),
  },
  SwapProgress: {
    title: 'viewSwap',
    Component: laterView(() => import('./SwapProgress.js').then((code) => code.SwapProgress)),
  },
}
