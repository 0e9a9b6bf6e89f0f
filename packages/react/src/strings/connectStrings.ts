/** The sentences of the list that the modal opens with; they arrive with the modal. */
export const connectStrings = {
  installed: 'Installed',
  qrCode: 'QR code',
  walletsOther: 'More wallets',
  walletsContinue: 'Continue with a wallet',
  notSetUpTitle: 'No way to connect yet',
  notSetUpText: 'This site has not set up a way to connect a wallet.',
  noWalletsTitle: 'No wallet found in this browser',
  noWalletsText: 'A wallet keeps your keys and signs for you. Install one to continue.',
  noWalletsShort: 'No wallet found in this browser.',
  noWalletsAction: 'Look again',
  noWalletsGet: 'Get a wallet',
  whatIsWallet: 'What is a wallet?',
  connectFooter: 'Your wallet asks before anything is shared or signed.',
  passkeyContinue: 'Continue with a passkey',
  socials: 'Social accounts',
  socialContinue: 'Continue with {name}',
  socialsMore: 'More social accounts',
  socialPending: 'Continue in the {name} window.',
  socialLeaving: 'Taking you to {name}.',
  socialHere: 'Continue in this tab',
  socialInApp: 'Social accounts cannot be opened inside this app. Use your e-mail, or open this page in your browser.',
  legalTerms: 'Terms of Service',
  legalPrivacy: 'Privacy Policy',
  legalAnd: 'and',
  legalAccept: 'I accept the {documents}.',
  legalNotice: 'By connecting you accept the {documents}.',
  brand: 'Powered by Latchkey',
}

/** The sentences of the list that the modal opens with. */
export type ConnectStrings = typeof connectStrings
