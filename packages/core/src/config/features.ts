/** Switches of the modal. */
export type Features = {
  /** Sign in with an e-mail address, where an embedded wallet is set up. */
  readonly email: boolean
  /** Sign in with a passkey alone, beside the social accounts, where the embedded wallet's server offers it. */
  readonly passkey: boolean
  /** Send tokens from the account view. */
  readonly send: boolean
  /** Buy coins from the account view, where the data API does not switch it. */
  readonly onramp: boolean
  /** Swap tokens from the account view, on the networks that have a router, where the data API does not switch it. */
  readonly swaps: boolean
  /** Show the address and its QR code. */
  readonly receive: boolean
  /** Offer the list of all wallets. */
  readonly allWallets: boolean
  /** The wallets behind one button, where there is another way to connect above them. */
  readonly collapseWallets: boolean
  /** A box that is ticked before anything connects; needs `termsConditionsUrl` or `privacyPolicyUrl`. */
  readonly legalCheckbox: boolean
  /** Apps that may act for the account: listed, and revoked. */
  readonly smartSessions: boolean
  /** Several wallets of one family at once. */
  readonly multiWallet: boolean
  /** Transaction history in the account view. */
  readonly activity: boolean
  /** "Powered by Latchkey" at the foot of the list of wallets. */
  readonly branding: boolean
  /** The blocks of the Connect view, in this order; one that is left out is not shown. */
  readonly connectMethodsOrder: readonly ConnectMethod[]
  /** The groups of wallets in the Connect view, in this order; one that is left out is not shown. */
  readonly connectorTypeOrder: readonly ConnectorType[]
  /** The buttons of the account view, in this order; one that is left out is not shown. */
  readonly walletFeaturesOrder: readonly WalletFeature[]
}

/** A way to connect, as a block of the Connect view. */
export type ConnectMethod = 'email' | 'social' | 'wallet'
/** A group of wallets in the Connect view. */
export type ConnectorType = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'
/** A button of the account view. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** The defaults. */
export const defaultFeatures: Features = {
  email: true,
  passkey: true,
  send: true,
  onramp: true,
  swaps: true,
  receive: true,
  allWallets: true,
  collapseWallets: false,
  legalCheckbox: false,
  smartSessions: false,
  multiWallet: false,
  activity: true,
  branding: true,
  connectMethodsOrder: ['email', 'social', 'wallet'],
  connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
}
