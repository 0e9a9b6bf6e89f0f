import type { Entries } from '../../entry.js'
import { lazyView } from '../../lazyView.js'

/** The views of choosing a network. */
export const chainsViews: Entries<'Networks' | 'SwitchNetwork' | 'SwitchActiveChain' | 'UnsupportedChain'> = {
  Networks: {
    title: 'viewNetworks',
    Component: lazyView(() => import('./Networks.js').then((code) => code.Networks)),
  },
  SwitchNetwork: {
    title: 'viewSwitchNetwork',
    keyOf: ({ network }) => network.caipNetworkId,
    Component: lazyView(() => import('./SwitchNetwork.js').then((code) => code.SwitchNetwork)),
  },
  SwitchActiveChain: {
    title: 'viewSwitchActiveChain',
    Component: lazyView(() => import('./SwitchActiveChain.js').then((code) => code.SwitchActiveChain)),
  },
  UnsupportedChain: {
    title: 'viewUnsupportedChain',
    Component: lazyView(() => import('./UnsupportedChain.js').then((code) => code.UnsupportedChain)),
  },
}
