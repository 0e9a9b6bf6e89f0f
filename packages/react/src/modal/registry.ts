import type { ComponentType } from 'react'
import { Skeleton } from '../primitives/Skeleton.js'
import type { Strings } from '../strings/en.js'
import { later } from './later.js'
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
    Component: later(
      () => import('./views/ConnectingExternal.js').then(({ ConnectingExternal }) => ConnectingExternal),
      Skeleton,
    ),
  },
  Account: {
    title: (strings) => strings.viewAccount,
    Component: later(() => import('./views/Account.js').then(({ Account }) => Account), Skeleton),
  },
  Networks: {
    title: (strings) => strings.viewNetworks,
    Component: later(() => import('./views/Networks.js').then(({ Networks }) => Networks), Skeleton),
  },
  SwitchNetwork: {
    title: (strings) => strings.viewSwitchNetwork,
    Component: later(() => import('./views/SwitchNetwork.js').then(({ SwitchNetwork }) => SwitchNetwork), Skeleton),
  },
  SwitchActiveChain: {
    title: (strings) => strings.viewSwitchActiveChain,
    Component: later(
      () => import('./views/SwitchActiveChain.js').then(({ SwitchActiveChain }) => SwitchActiveChain),
      Skeleton,
    ),
  },
  UnsupportedChain: {
    title: (strings) => strings.viewUnsupportedChain,
    Component: later(
      () => import('./views/UnsupportedChain.js').then(({ UnsupportedChain }) => UnsupportedChain),
      Skeleton,
    ),
  },
  ProfileWallets: {
    title: (strings) => strings.viewProfileWallets,
    Component: later(() => import('./views/ProfileWallets.js').then(({ ProfileWallets }) => ProfileWallets), Skeleton),
  },
  WalletReceive: {
    title: (strings) => strings.viewReceive,
    Component: later(() => import('./views/WalletReceive.js').then(({ WalletReceive }) => WalletReceive), Skeleton),
  },
  WalletSend: {
    title: (strings) => strings.viewSend,
    Component: later(() => import('./views/WalletSend.js').then(({ WalletSend }) => WalletSend), Skeleton),
  },
  WalletSendSelectToken: {
    title: (strings) => strings.viewSelectToken,
    Component: later(
      () => import('./views/WalletSendSelectToken.js').then(({ WalletSendSelectToken }) => WalletSendSelectToken),
      Skeleton,
    ),
  },
  WalletSendPreview: {
    title: (strings) => strings.viewSendPreview,
    Component: later(
      () => import('./views/WalletSendPreview.js').then(({ WalletSendPreview }) => WalletSendPreview),
      Skeleton,
    ),
  },
  WalletSendConfirmed: {
    title: (strings) => strings.viewSendConfirmed,
    Component: later(
      () => import('./views/WalletSendConfirmed.js').then(({ WalletSendConfirmed }) => WalletSendConfirmed),
      Skeleton,
    ),
  },
}
