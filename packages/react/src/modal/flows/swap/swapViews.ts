import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

/** The views of swapping. */
export const swapViews: Entries<'Swap' | 'SwapSelectToken' | 'SwapPreview' | 'SwapProgress'> = {
  Swap: { title: 'viewSwap', Component: lazyView(() => import('./Swap.js').then((code) => code.Swap)) },
  SwapSelectToken: {
    title: 'viewSelectToken',
    Component: lazyView(() => import('./SwapSelectToken.js').then((code) => code.SwapSelectToken)),
  },
  SwapPreview: {
    title: 'viewSwapPreview',
    Component: lazyView(() => import('./SwapPreview.js').then((code) => code.SwapPreview)),
  },
  SwapProgress: {
    title: 'viewSwap',
    Component: lazyView(() => import('./SwapProgress.js').then((code) => code.SwapProgress)),
  },
}
