import { type ComponentType, lazy } from 'react'
import type { Strings } from '../strings/en.js'
import type { Routes, View } from './routes.js'
import { Connect } from './views/Connect.js'

/** How a view is found: its title, and its component, which all but the first load when they are shown. */
type Entry<view extends View> = {
  readonly title: (strings: Strings) => string
  readonly Component: ComponentType<{ data: Routes[view] }>
}

/** Every view of the modal. */
export const registry: { readonly [view in View]: Entry<view> } = {
  Connect: { title: (strings) => strings.viewConnect, Component: Connect },
  ConnectingExternal: {
    title: (strings) => strings.viewConnect,
    Component: lazy(() => import('./views/ConnectingExternal.js').then((m) => ({ default: m.ConnectingExternal }))),
  },
  Account: {
    title: (strings) => strings.viewAccount,
    Component: lazy(() => import('./views/Account.js').then((m) => ({ default: m.Account }))),
  },
  Networks: {
    title: (strings) => strings.viewNetworks,
    Component: lazy(() => import('./views/Networks.js').then((m) => ({ default: m.Networks }))),
  },
  SwitchNetwork: {
    title: (strings) => strings.viewSwitchNetwork,
    Component: lazy(() => import('./views/SwitchNetwork.js').then((m) => ({ default: m.SwitchNetwork }))),
  },
  SwitchActiveChain: {
    title: (strings) => strings.viewSwitchActiveChain,
    Component: lazy(() => import('./views/SwitchActiveChain.js').then((m) => ({ default: m.SwitchActiveChain }))),
  },
  UnsupportedChain: {
    title: (strings) => strings.viewUnsupportedChain,
    Component: lazy(() => import('./views/UnsupportedChain.js').then((m) => ({ default: m.UnsupportedChain }))),
  },
  ProfileWallets: {
    title: (strings) => strings.viewProfileWallets,
    Component: lazy(() => import('./views/ProfileWallets.js').then((m) => ({ default: m.ProfileWallets }))),
  },
  WalletReceive: {
    title: (strings) => strings.viewReceive,
    Component: lazy(() => import('./views/WalletReceive.js').then((m) => ({ default: m.WalletReceive }))),
  },
  WalletSend: {
    title: (strings) => strings.viewSend,
    Component: lazy(() => import('./views/WalletSend.js').then((m) => ({ default: m.WalletSend }))),
  },
  WalletSendSelectToken: {
    title: (strings) => strings.viewSelectToken,
    Component: lazy(() =>
      import('./views/WalletSendSelectToken.js').then((m) => ({ default: m.WalletSendSelectToken })),
    ),
  },
  WalletSendPreview: {
    title: (strings) => strings.viewSendPreview,
    Component: lazy(() => import('./views/WalletSendPreview.js').then((m) => ({ default: m.WalletSendPreview }))),
  },
  WalletSendConfirmed: {
    title: (strings) => strings.viewSendConfirmed,
    Component: lazy(() => import('./views/WalletSendConfirmed.js').then((m) => ({ default: m.WalletSendConfirmed }))),
  },
}
