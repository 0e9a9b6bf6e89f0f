/** Switches of the modal. Those that a server may also set are read from it when it answers. */
export type Features = {
  /** Sign in with an e-mail address, where an embedded wallet is set up. */
  readonly email: boolean
  /** Send tokens from the account view. */
  readonly send: boolean
  /** Show the address and its QR code. */
  readonly receive: boolean
  /** Offer the list of all wallets. */
  readonly allWallets: boolean
  /** Ask for consent to terms and privacy before connecting. */
  readonly legalCheckbox: boolean
  readonly smartSessions: boolean
  readonly analytics: boolean
  /** Several wallets of one family at once. */
  readonly multiWallet: boolean
  /** Transaction history in the account view. */
  readonly activity: boolean
  /** Our line at the foot of the modal. */
  readonly branding: boolean
  readonly connectMethodsOrder: readonly ConnectMethod[]
  readonly connectorTypeOrder: readonly ConnectorType[]
  readonly walletFeaturesOrder: readonly WalletFeature[]
}

/** A way to connect, as a block of the Connect view. */
export type ConnectMethod = 'email' | 'social' | 'wallet'
/** A group of wallets in the Connect view. */
export type ConnectorType = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'
/** A button of the account view. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** What holds where nothing is set. */
export const defaultFeatures: Features = {
  email: true,
  send: true,
  receive: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  analytics: true,
  multiWallet: false,
  activity: true,
  branding: true,
  connectMethodsOrder: ['email', 'social', 'wallet'],
  connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
}
