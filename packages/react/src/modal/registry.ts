import type { ComponentType } from 'react'
import { Consent } from '../components/Consent.js'
import { EmailForm } from '../components/EmailForm.js'
import { Skeleton } from '../primitives/Skeleton.js'
import type { Strings } from '../strings/en.js'
import { type Later, later } from './later.js'
import type { Routes, View } from './routes.js'
import { Connect } from './views/Connect.js'

/** How a view is found: its title, and its component, which all but the first load when they are shown. */
type Entry<view extends View> = {
  readonly title: Exclude<Extract<keyof Strings, `view${string}`>, 'viewConnectFamily'>
  readonly Component: ComponentType<{ data: Routes[view] }> & Partial<Pick<Later<object>, 'preload'>>
  /** True where a person must answer: there is no way back. */
  readonly noBack?: boolean
  /** True where a wallet is connected: the terms come first, if they must be accepted. */
  readonly connects?: boolean
}

/** Every view of the modal. */
export const registry: { readonly [view in View]: Entry<view> } = {
  Connect: { title: 'viewConnect', Component: Connect },
  ConnectingExternal: {
    title: 'viewConnect',
    connects: true,
    Component: later(
      () => import('./views/ConnectingExternal.js').then(({ ConnectingExternal }) => ConnectingExternal),
      Skeleton,
    ),
  },
  ConnectingFarcaster: {
    title: 'viewConnectingFarcaster',
    connects: true,
    Component: later(
      () => import('./views/ConnectingFarcaster.js').then(({ ConnectingFarcaster }) => ConnectingFarcaster),
      Skeleton,
    ),
  },
  ConnectingMultiChain: {
    title: 'viewConnect',
    connects: true,
    Component: later(
      () => import('./views/ConnectingMultiChain.js').then(({ ConnectingMultiChain }) => ConnectingMultiChain),
      Skeleton,
    ),
  },
  ConnectingWalletConnect: {
    title: 'viewConnect',
    connects: true,
    Component: later(
      () => import('./views/ConnectingWalletConnect.js').then(({ ConnectingWalletConnect }) => ConnectingWalletConnect),
      Skeleton,
    ),
  },
  AllWallets: {
    title: 'viewAllWallets',
    connects: true,
    Component: later(() => import('./views/AllWallets.js').then(({ AllWallets }) => AllWallets), Skeleton),
  },
  WalletDetails: {
    title: 'viewConnect',
    connects: true,
    Component: later(() => import('./views/WalletDetails.js').then(({ WalletDetails }) => WalletDetails), Skeleton),
  },
  GetWallet: {
    title: 'viewGetWallet',
    connects: true,
    Component: later(() => import('./views/GetWallet.js').then(({ GetWallet }) => GetWallet), Skeleton),
  },
  Account: {
    title: 'viewAccount',
    Component: later(() => import('./views/Account.js').then(({ Account }) => Account), Skeleton),
  },
  ActivityDetails: {
    title: 'viewActivity',
    Component: later(
      () => import('./views/ActivityDetails.js').then(({ ActivityDetails }) => ActivityDetails),
      Skeleton,
    ),
  },
  Networks: {
    title: 'viewNetworks',
    Component: later(() => import('./views/Networks.js').then(({ Networks }) => Networks), Skeleton),
  },
  SwitchNetwork: {
    title: 'viewSwitchNetwork',
    Component: later(() => import('./views/SwitchNetwork.js').then(({ SwitchNetwork }) => SwitchNetwork), Skeleton),
  },
  SwitchActiveChain: {
    title: 'viewSwitchActiveChain',
    Component: later(
      () => import('./views/SwitchActiveChain.js').then(({ SwitchActiveChain }) => SwitchActiveChain),
      Skeleton,
    ),
  },
  UnsupportedChain: {
    title: 'viewUnsupportedChain',
    Component: later(
      () => import('./views/UnsupportedChain.js').then(({ UnsupportedChain }) => UnsupportedChain),
      Skeleton,
    ),
  },
  ProfileWallets: {
    title: 'viewProfileWallets',
    Component: later(() => import('./views/ProfileWallets.js').then(({ ProfileWallets }) => ProfileWallets), Skeleton),
  },
  Swap: {
    title: 'viewSwap',
    Component: later(() => import('./views/Swap.js').then(({ Swap }) => Swap), Skeleton),
  },
  SwapSelectToken: {
    title: 'viewSelectToken',
    Component: later(
      () => import('./views/SwapSelectToken.js').then(({ SwapSelectToken }) => SwapSelectToken),
      Skeleton,
    ),
  },
  SwapPreview: {
    title: 'viewSwapPreview',
    Component: later(() => import('./views/SwapPreview.js').then(({ SwapPreview }) => SwapPreview), Skeleton),
  },
  SwapProgress: {
    title: 'viewSwap',
    Component: later(() => import('./views/SwapProgress.js').then(({ SwapProgress }) => SwapProgress), Skeleton),
  },
  WalletReceive: {
    title: 'viewReceive',
    Component: later(() => import('./views/WalletReceive.js').then(({ WalletReceive }) => WalletReceive), Skeleton),
  },
  OnRampProviders: {
    title: 'viewBuy',
    Component: later(
      () => import('./views/OnRampProviders.js').then(({ OnRampProviders }) => OnRampProviders),
      Skeleton,
    ),
  },
  BuyInProgress: {
    title: 'viewBuy',
    Component: later(() => import('./views/BuyInProgress.js').then(({ BuyInProgress }) => BuyInProgress), Skeleton),
  },
  Collectible: {
    title: 'viewCollectible',
    Component: later(() => import('./views/Collectible.js').then(({ Collectible }) => Collectible), Skeleton),
  },
  WalletSend: {
    title: 'viewSend',
    Component: later(() => import('./views/WalletSend.js').then(({ WalletSend }) => WalletSend), Skeleton),
  },
  WalletSendSelectToken: {
    title: 'viewSelectToken',
    Component: later(
      () => import('./views/WalletSendSelectToken.js').then(({ WalletSendSelectToken }) => WalletSendSelectToken),
      Skeleton,
    ),
  },
  WalletSendPreview: {
    title: 'viewSendPreview',
    Component: later(
      () => import('./views/WalletSendPreview.js').then(({ WalletSendPreview }) => WalletSendPreview),
      Skeleton,
    ),
  },
  WalletSendConfirmed: {
    title: 'viewSendConfirmed',
    Component: later(
      () => import('./views/WalletSendConfirmed.js').then(({ WalletSendConfirmed }) => WalletSendConfirmed),
      Skeleton,
    ),
  },
  EmailLogin: {
    title: 'viewEmailLogin',
    Component: later(
      () => import('./views/EmailLogin.js').then(({ createEmailLogin }) => createEmailLogin(EmailForm, Consent)),
      Skeleton,
    ),
  },
  EmailVerifyDevice: {
    title: 'viewEmailVerifyDevice',
    Component: later(
      () => import('./views/EmailVerifyDevice.js').then(({ EmailVerifyDevice }) => EmailVerifyDevice),
      Skeleton,
    ),
  },
  EmailVerifyOtp: {
    title: 'viewEmailVerifyOtp',
    Component: later(() => import('./views/EmailVerifyOtp.js').then(({ EmailVerifyOtp }) => EmailVerifyOtp), Skeleton),
  },
  UpdateEmailWallet: {
    title: 'viewUpdateEmailWallet',
    Component: later(
      () => import('./views/UpdateEmailWallet.js').then(({ UpdateEmailWallet }) => UpdateEmailWallet),
      Skeleton,
    ),
  },
  UpdateEmailPrimaryOtp: {
    title: 'viewUpdateEmailPrimaryOtp',
    Component: later(
      () => import('./views/UpdateEmailPrimaryOtp.js').then(({ UpdateEmailPrimaryOtp }) => UpdateEmailPrimaryOtp),
      Skeleton,
    ),
  },
  UpdateEmailSecondaryOtp: {
    title: 'viewUpdateEmailSecondaryOtp',
    Component: later(
      () => import('./views/UpdateEmailSecondaryOtp.js').then(({ UpdateEmailSecondaryOtp }) => UpdateEmailSecondaryOtp),
      Skeleton,
    ),
  },
  ApproveTransaction: {
    title: 'viewApproveTransaction',
    Component: later(
      () => import('./views/ApproveTransaction.js').then(({ ApproveTransaction }) => ApproveTransaction),
      Skeleton,
    ),
    noBack: true,
  },
  AccountSettings: {
    title: 'viewAccountSettings',
    Component: later(
      () => import('./views/AccountSettings.js').then(({ AccountSettings }) => AccountSettings),
      Skeleton,
    ),
  },
  RegisterAccountName: {
    title: 'viewRegisterAccountName',
    Component: later(
      () => import('./views/RegisterAccountName.js').then(({ RegisterAccountName }) => RegisterAccountName),
      Skeleton,
    ),
  },
  RegisterAccountNameSuccess: {
    title: 'viewRegisterAccountNameSuccess',
    Component: later(
      () =>
        import('./views/RegisterAccountNameSuccess.js').then(
          ({ RegisterAccountNameSuccess }) => RegisterAccountNameSuccess,
        ),
      Skeleton,
    ),
    noBack: true,
  },
  SIWXSignMessage: {
    title: 'viewSIWXSignMessage',
    Component: later(
      () => import('./views/SIWXSignMessage.js').then(({ SIWXSignMessage }) => SIWXSignMessage),
      Skeleton,
    ),
    noBack: true,
  },
}
