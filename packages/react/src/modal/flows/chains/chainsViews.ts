import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of choosing a network. */
export const chainsViews: Entries<'Networks' | 'SwitchNetwork' | 'SwitchActiveChain' | 'UnsupportedChain'> = {
  Networks: {
    title: 'viewNetworks',
    Component: laterView(() => import('./Networks.js').then((code) => code.Networks)),
  },
  SwitchNetwork: {
    title: 'viewSwitchNetwork',
    keyOf: ({ network }) => network.caipNetworkId,
    Component: laterView(() => import('./SwitchNetwork.js').then((code) => code.SwitchNetwork)),
  },
  SwitchActiveChain: {
    title: 'viewSwitchActiveChain',
    Component: laterView(() => import('./SwitchActiveChain.js').then((code) => code.SwitchActiveChain)),
  },
  UnsupportedChain: {
    title: 'viewUnsupportedChain',
    Component: laterView(() => import('./UnsupportedChain.js').then((code) => code.UnsupportedChain)),
  },
}
