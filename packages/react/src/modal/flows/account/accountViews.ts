import type { Entries } from '../../entry.js'
import { laterView } from '../../laterView.js'

/** The views of the account. */
export const accountViews: Entries<
  | 'Account'
  | 'AccountSettings'
  | 'ActivityDetails'
  | 'Currencies'
  | 'ProfileWallets'
  | 'Collectible'
  | 'TokenDetails'
  | 'WalletReceive'
> = {
  Account: {
    title: 'viewAccount',
    comesLate: true,
    Component: laterView(() => import('./Account.js').then((code) => code.Account)),
  },
  AccountSettings: {
    title: 'viewAccountSettings',
    Component: laterView(() => import('./AccountSettings.js').then((code) => code.AccountSettings)),
  },
  ActivityDetails: {
    title: 'viewActivity',
    Component: laterView(() => import('./ActivityDetails.js').then((code) => code.ActivityDetails)),
  },
  Currencies: {
    title: 'viewCurrencies',
    Component: laterView(() => import('./Currencies.js').then((code) => code.Currencies)),
  },
  ProfileWallets: {
    title: 'viewProfileWallets',
    Component: laterView(() => import('./ProfileWallets.js').then((code) => code.ProfileWallets)),
  },
  Collectible: {
    title: 'viewCollectible',
    Component: laterView(() => import('./Collectible.js').then((code) => code.Collectible)),
  },
  TokenDetails: {
    title: ({ token }) => token.symbol || token.name,
    Component: laterView(() => import('./TokenDetails.js').then((code) => code.TokenDetails)),
  },
  WalletReceive: {
    title: 'viewReceive',
    Component: laterView(() => import('./WalletReceive.js').then((code) => code.WalletReceive)),
  },
}
