import type { AccountStrings } from './accountStrings.js'
import type { ActivityStrings } from './activityStrings.js'
import type { BuyStrings } from './buyStrings.js'
import type { CollectibleStrings } from './collectibleStrings.js'
import type { ConnectStrings } from './connectStrings.js'
import type { ContactStrings } from './contactStrings.js'
import type { EmailStrings } from './emailStrings.js'
import type { NameStrings } from './nameStrings.js'
import type { PaymentStrings } from './paymentStrings.js'
import type { SessionStrings } from './sessionStrings.js'
import type { SignInStrings } from './signInStrings.js'
import type { SwapStrings } from './swapStrings.js'
import type { TokenStrings } from './tokenStrings.js'
import type { WalletStrings } from './walletStrings.js'

/** Titles and what the first paint shows, in English; the rest is in the files beside this one. The provider's `strings` replace any. */
export const en = {
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy. Select the text instead.',
  disconnect: 'Disconnect',
  network: 'Network',
  unknownNetwork: 'Unknown network',
  openAccount: (account: string) => `Account ${account}`,
  testBadge: 'Test',
  viewConnect: 'Connect a wallet',
  viewConnectFamily: (family: string) => `Connect ${/^[AEIOU]/.test(family) ? 'an' : 'a'} ${family} wallet`,
  viewGetWallet: 'Get a wallet',
  viewAccount: 'Account',
  viewNetworks: 'Choose a network',
  viewSwitchNetwork: 'Switch network',
  viewSwitchActiveChain: 'Switch network',
  viewUnsupportedChain: 'Network not supported',
  viewProfileWallets: 'Wallets',
  viewCurrencies: 'Currency',
  viewSwap: 'Swap',
  viewSwapPreview: 'Review swap',
  viewReceive: 'Receive',
  viewActivity: 'Activity',
  viewBuy: 'Buy',
  viewCollectible: 'NFT',
  viewSend: 'Send',
  viewSelectToken: 'Choose a token',
  viewScan: 'Scan a code',
  viewSendPreview: 'Review',
  viewSendConfirmed: 'Transfer',
  viewContacts: 'Contacts',
  viewEditContact: 'Contact',
  viewEmailLogin: 'Sign in by e-mail',
  viewEmailVerifyDevice: 'Confirm this device',
  viewEmailVerifyOtp: 'Enter your code',
  signingInTitle: 'Signing in…',
  viewConnectingFarcaster: 'Sign in with Farcaster',
  viewAllWallets: 'All wallets',
  viewUpdateEmailWallet: 'Change e-mail',
  viewUpdateEmailPrimaryOtp: 'Code to your current e-mail',
  viewUpdateEmailSecondaryOtp: 'Code to your new e-mail',
  viewApproveTransaction: 'Approve in your wallet',
  viewAccountSettings: 'Account settings',
  viewRegisterAccountName: 'Choose a name',
  viewRegisterAccountNameSuccess: 'Your name',
  viewSIWXSignMessage: 'Sign in',
  walletsRecent: 'Recent',
  connectFailedTitle: 'Could not connect',
  noRpc: 'Not offered by this wallet',
  dismiss: 'Dismiss',
  outdated: 'This browser is too old to connect a wallet. Update it, or open this page in another one.',
  walletGone: 'The wallet disconnected',
  rejected: 'You declined in the wallet',
  unknownError: 'An error occurred',
  send: 'Send',
  swaps: 'Swap',
  receive: 'Receive',
  accountChanged: 'Your wallet changed to another account. Nothing was sent; check the form again.',
  networkChanged: 'Your wallet changed to another network. Nothing was sent; check the form again.',
  email: 'E-mail',
  emailPlaceholder: 'you@example.com',
  emailContinue: 'Continue',
  emailWaiting: 'Still waiting for the wallet.',
  emailSlow: 'The wallet is slow to load. Check your connection and what your browser blocks.',
  emailInvalid: 'Enter a valid e-mail address',
  actionNotAllowed: 'Action not allowed',
  families: { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot', cosmos: 'Cosmos' },
}

/** Every sentence of the modal; those of views that come later need not be here yet. */
export type Strings = typeof en &
  Partial<
    ConnectStrings &
      WalletStrings &
      AccountStrings &
      EmailStrings &
      ActivityStrings &
      CollectibleStrings &
      TokenStrings &
      BuyStrings &
      SessionStrings &
      SignInStrings &
      ContactStrings &
      NameStrings &
      PaymentStrings &
      SwapStrings
  >
