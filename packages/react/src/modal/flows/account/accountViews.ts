import type { Entries } from '../../entry.js'
import { inTurns } from '../../inTurns.js'
import { lazyView } from '../../lazyView.js'

/** The account shows most of what the views share: some fifty files. */
const accountParts = [
  () => import('../../../hooks/usePortfolio.js'),
  () => import('../../../components/ActivityPanel.js'),
  () => import('../../../components/AccountHeader.js'),
  () => import('../../../components/TokensPanel.js'),
]

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
    preloadsOnRest: true,
    Component: lazyView(() => inTurns(accountParts, () => import('./Account.js')).then((code) => code.Account)),
  },
  AccountSettings: {
    title: 'viewAccountSettings',
    Component: lazyView(() => import('./AccountSettings.js').then((code) => code.AccountSettings)),
  },
  ActivityDetails: {
    title: 'viewActivity',
    Component: lazyView(() => import('./ActivityDetails.js').then((code) => code.ActivityDetails)),
  },
  Currencies: {
    title: 'viewCurrencies',
    Component: lazyView(() => import('./Currencies.js').then((code) => code.Currencies)),
  },
  ProfileWallets: {
    title: 'viewProfileWallets',
    Component: lazyView(() => import('./ProfileWallets.js').then((code) => code.ProfileWallets)),
  },
  Collectible: {
    title: 'viewCollectible',
    Component: lazyView(() => import('./Collectible.js').then((code) => code.Collectible)),
  },
  TokenDetails: {
    title: ({ token }) => token.symbol || token.name,
    Component: lazyView(() => import('./TokenDetails.js').then((code) => code.TokenDetails)),
  },
  WalletReceive: {
    title: 'viewReceive',
    Component: lazyView(() => import('./WalletReceive.js').then((code) => code.WalletReceive)),
  },
}
