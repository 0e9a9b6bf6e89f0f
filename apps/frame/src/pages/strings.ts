import type { ImportedKeys } from '../worker/parseSecret.js'

type Imported = keyof ImportedKeys

/** The texts of the wallet's own windows, but for those in `windowStrings` and `passkeyStrings`. In sentences that wrap, e-mail has a hyphen at which no line ends. */
export const strings = {
  busy: 'One moment…',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  onceMore: 'To be sure that it was you: press once more.',
  windowSmall: 'This window is too small to be read. Make it larger first.',
  forSite: (origin: string) => `Opened from ${origin}`,
  socialTitle: 'Sign in to this site?',
  socialLead: 'It learns the addresses of your wallet and your e\u2011mail address, and can ask you to sign.',
  socialOwnTitle: 'Continue in your wallet?',
  socialOwnLead: 'Continue only if you began this in your wallet a moment ago.',
  socialOwnDone: 'Done. You can close this window.',
  socialDone: 'You are signed in. You can close this window.',
  socialLost: 'This sign-in has expired. Close this window and start again on the site.',
  signOut: 'Sign out here',
  ended: 'Your session has ended. Close this window and sign in on the site again.',
  unsettled: 'This page could not be loaded from its server. Reload it.',

  emailTitle: { security: 'Security', export: 'Export your wallet', recover: 'Restore your wallet' },
  emailLead: {
    security: 'Sign in with the e\u2011mail address of your wallet to see and change who can open it.',
    export: 'Sign in with the e\u2011mail address of your wallet to see its recovery phrase or save it as a file.',
    recover:
      'Start with the e\u2011mail address of your wallet. Then your passkey or your recovery code brings it back. If you only have its recovery phrase or its private key, start with an address or an account that has no wallet yet.',
  },
  email: 'E-mail address',
  emailNext: 'Continue',
  linkTitle: 'Check your e-mail',
  linkLead: (email: string) => `This browser is new to your wallet. Open the link we sent to ${email}.`,
  linkMatch: 'The page behind it shows this number:',
  linkThen: 'Then we send you a code.',
  linkOther: 'Start again',

  byCode: 'I only have the recovery code',
  byCodeLead: 'The recovery code finds your wallet by itself, without your mailbox. Type it nowhere but on this page.',
  byEmail: 'Use my e-mail address',

  noWallet: 'You have no wallet here yet. Sign in on a site that uses it first.',

  whoTitle: 'Who can restore this wallet',
  whoOperator:
    "This site's operator can restore your wallet by e\u2011mail. Anyone who controls your e\u2011mail can too.",
  whoBeside:
    'On a new browser only your passkey or your recovery code opens this wallet; e\u2011mail alone opens nothing. This site’s operator still keeps half of its key for browsers that you already use.',
  whoOwn: 'Only you can restore this wallet.',
  whoOwnFrom: (date: string) => `From ${date} only you can restore this wallet.`,
  whoOwnWarning: 'If you lose every passkey and the recovery code, you lose the wallet. Nobody can help then.',
  operatorFirst: 'Add a passkey or a recovery code first. Then you can delete the operator’s way in.',
  operatorDelete: 'Delete the operator’s way in',
  operatorDeleteLead:
    'The operator’s half of your wallet key will be deleted 24 hours from now. Until then you can take this back, and everybody who can read your mail is told. Afterwards e\u2011mail opens nothing any more.',
  operatorDeleteYes: 'Yes, delete it',
  operatorKeep: 'Keep the operator’s way in',
  frozen: (date: string) =>
    `This browser is new. Until ${date} it can change nothing here, unless you use a passkey or the recovery code.`,

  loginsTitle: 'Ways to sign in',
  loginEmail: 'E\u2011mail',
  loginNamed: (provider: string, name: string) => `${provider}: ${name}`,
  loginLast: 'The last way to sign in. Link another one before you remove it.',
  loginRemoved: (provider: string) => `The ${provider} account no longer signs in to your wallet.`,
  linkAnother: 'Link another account',
  linkAccountLead:
    'Anyone who can sign in to a linked account can sign in to this wallet. Link only accounts that are yours alone.',
  linkProvider: (provider: string) => `Link ${provider}`,
  linkSure: (account: string) => `Is this account yours? ${account}`,
  linkYes: 'Yes, link it',
  linked: (account: string) => `${account} signs in to your wallet now. You also get an e\u2011mail about it.`,
  confirmLead: 'Confirm that it is you.',
  confirmWith: (provider: string) => `Confirm with ${provider}`,
  confirmedBack: 'You have confirmed that it is you. Now repeat what you were doing.',
  signInWith: (provider: string) => `Continue with ${provider}`,
  farcasterTitle: 'Approve in Farcaster',
  farcasterCode: 'QR code that opens your Farcaster app',
  farcasterScan: 'Scan this with the phone that has your Farcaster app, and approve there.',
  farcasterHere: 'Approve in your Farcaster app, then come back to this page.',
  farcasterOpen: 'Open Farcaster',
  signInOr: 'Or with an account that signs in to it:',

  waysTitle: 'Ways to open it',
  ways: { device: 'A browser', passkey: 'Passkey', code: 'Recovery code', auto: 'E-mail, through the operator' },
  wayAdded: (date: string) => `Added ${date}`,
  wayEnds: (date: string) => `Will be deleted ${date}`,
  wayUsed: 'Was used to restore. Make a new one.',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeSure: (name: string) => `Remove ${name} for good?`,
  removeYes: 'Yes, remove',
  removeNo: 'Keep',
  passkeyAdd: 'Add a passkey',
  passkeyAdded: 'The passkey opens your wallet now.',
  passkeyNamed: (browser: string) => `Passkey from ${browser}`,
  codeAdd: 'Make a recovery code',
  codeAddAgain: 'Make a new recovery code',
  codeAdded: 'The recovery code opens your wallet now.',
  removed: (name: string) => `${name} no longer opens your wallet.`,
  operatorGoes: (date: string) => `The operator’s way in will be deleted ${date}.`,
  operatorStays: 'The operator’s way in stays.',

  restoresTitle: 'Browsers that ask for it',
  restoreReady: (date: string) => `Gets the wallet ${date}, unless you stop it`,
  restoreWaits: (date: string) => `Asked ${date}`,
  restoreStop: 'Stop',
  restoreStopNamed: (name: string) => `Stop ${name}`,
  restoreStopped: (name: string) => `${name} does not get your wallet.`,
  restoreAllow: 'Allow',
  restoreAllowNamed: (name: string) => `Allow ${name}`,
  restoreAllowSure: (name: string) => `Is ${name} yours? It gets the whole wallet.`,
  restoreAllowYes: 'Yes, it is mine',
  restoreAllowed: (name: string) => `${name} can have your wallet now. Sign in there again.`,
  devicesTitle: 'Browsers that can open it',
  deviceThis: 'This browser',
  deviceSeen: (date: string) => `Last used ${date}`,
  emailPart: 'E-mail address',
  emailIs: (email: string) => `Your wallet belongs to ${email}.`,
  emailChange: 'Change the address',
  emailChangeTitle: 'Change your e-mail',
  emailChangeLead:
    'We send two codes: one to your current address and one to the new one. For 72 hours the old address can undo the change, and for that long no e\u2011mail brings the wallet to another browser.',
  emailAsked: (origin: string) => `${origin} asks for this address. Continue only if it is yours.`,
  emailNew: 'New e-mail address',
  emailSend: 'Send the first code',
  emailChanged: (email: string) => `Your wallet now belongs to ${email}.`,

  lostTitle: 'Was something lost or stolen?',
  lost: 'Remove the browser or the passkey above, then replace the wallet key. If somebody could open your wallet with it, also move what is in it to a new wallet.',
  lostReplace: 'Replace the wallet key',
  lostReplaceLead:
    'Afterwards nothing that was lost opens the wallet, and other browsers are set up anew when you next sign in there. Have your passkeys at hand: each is asked for once. A recovery code is replaced by a new one. Your addresses and recovery phrase stay the same.',
  lostReplaceYes: 'Replace it',
  lostReplaced: 'The wallet key was replaced.',
  dataTitle: 'Your data',
  dataLead:
    'Download what this service keeps about you: your addresses, browsers and sign\u2011ins, and which ways into the wallet there are. No key and no recovery phrase is in the file.',
  dataSave: 'Download my data',
  dataSaved: 'The file is in your downloads.',
  deleteTitle: { wallet: 'Delete my wallet', data: 'Delete my data' },
  deleteOffer: {
    wallet: 'Or have the wallet and all that is kept about you deleted. You have time to take that back.',
    data: 'Or have all that is kept about you deleted. You have time to take that back.',
  },
  deleteWarning: 'Nobody can bring a deleted wallet back: not you, not this site’s operator, nobody else.',
  deleteLostTitle: 'What is lost',
  deleteLost: [
    'What is in the wallet, on every network, and what is sent to its addresses later',
    'Every way into it: browsers, passkeys, the recovery code and e\u2011mail',
    'The sign-in with it on every site, and all that is kept about you here',
  ],
  deleteExportTitle: 'Keep what is in it',
  deleteExport:
    'Send it elsewhere, or export the wallet first: its recovery phrase opens the same addresses in another wallet.',
  deleteData: 'Your sign-in and all that is kept about you here are deleted. You have no wallet.',
  deleteWhenTitle: 'When',
  deleteWhen: (date: string) =>
    `Nothing is deleted at once. If you ask for it now, it happens on ${date}. Until then everything works, and you can take it back here or by the link in the e\u2011mail that we send to every address of yours.`,
  deleteOwner: 'You are asked for your passkey or your recovery code first.',
  deleteUnderstand: 'I understand that nobody can bring this wallet back',
  deleteAsked: 'The deletion is planned. You also get an e\u2011mail about it.',
  deleteWaitTitle: { wallet: 'Your wallet will be deleted', data: 'Your data will be deleted' },
  deleteWait: {
    wallet: (date: string) =>
      `On ${date} the wallet is deleted, and what is still in it is lost. Until then everything works, and you can keep it.`,
    data: (date: string) => `On ${date} all that is kept about you here is deleted. Until then you can keep it.`,
  },
  deleteKeep: { wallet: 'Keep my wallet', data: 'Keep my data' },
  deleteKept: {
    wallet: 'Your wallet stays. Nothing was deleted.',
    data: 'Your data stays. Nothing was deleted.',
  },
  exportLink: 'Export the wallet',
  securityLink: 'Back to security',

  codeTitle: 'Your recovery code',
  codeLead:
    'Write these 28 characters down on paper, all of them, and keep the paper where only you find it. They are shown this once.',
  codeWarning: 'With this code alone anybody can take your wallet. Type it only on the wallet’s own pages.',
  codeWritten: 'I have written it down',
  codeCheckTitle: 'Check what you wrote',
  codeCheckLead: 'Type two of the seven groups from your paper.',
  codeGroup: (at: number) => `Group ${at}`,
  codeCheckWrong: 'This is not what was shown. Compare your paper with the code.',
  codeShowAgain: 'Show the code again',
  codeSave: 'Use this code',
  codeReplaces: 'The old recovery code no longer works afterwards.',

  exportTitle: 'Export your wallet',
  exportWarning:
    'Anyone who sees the recovery phrase can take everything in this wallet, at any time, and nobody can stop them. No site and no support team ever needs it.',
  exportAlone: 'Make sure that nobody, and no camera, can see your screen.',
  exportStart: 'Show recovery phrase',
  exportUnderstand: 'I understand that anyone with this phrase has the wallet',
  wordsTitle: 'Your recovery phrase',
  wordsLead: 'Hold a group to see it, let go to hide it. Write the words down in this order.',
  wordsBeside:
    'These words do not lead to the address of the private key that was imported: that key is further down. To have the whole wallet, write down both.',
  keyTitle: {
    evm: 'Your private key for Ethereum and other EVM networks',
    solana: 'Your private key for Solana',
  },
  keyLead: {
    evm: 'This key was imported. Hold a group to see it, let go to hide it. Write the 64 characters down in this order, without spaces. Some wallets want 0x before them.',
    solana:
      'This key was imported. Hold a group to see it, let go to hide it. Write the characters down in this order, without spaces. Capitals and small letters differ.',
  },
  keyHold: (group: number, groups: number) => `Hold to see part ${group} of ${groups}`,
  wordsHold: (from: number, to: number) => `Hold to see words ${from} to ${to}`,
  kitTitle: 'Offline kit',
  kitLead:
    'A file with your recovery phrase, encrypted under your recovery code. It opens with a small script even when this service is gone.',
  kitNeedsCode: 'Make a recovery code first: the file is encrypted under it.',
  kitCode: 'Recovery code',
  kitMake: 'Save the kit',
  kitMade: 'The kit is in your downloads. Keep it apart from the recovery code.',
  exportEnd: 'Hide everything',

  recoverTitle: 'Restore your wallet',
  recoverDone: 'Your wallet is back',
  recoverAddresses: (imported: readonly Imported[]) =>
    imported.length === 0
      ? 'These are its addresses. They are the same as before.'
      : imported.length === 1
        ? `These are its addresses. The one on ${imported[0] === 'evm' ? 'EVM networks' : 'Solana'} is the same as before, the others are new.`
        : 'These are its addresses. Those on EVM networks and Solana are the same as before, the others are new.',
  recoverKept:
    'This browser opens it from now on, here on the wallet’s own page. Other sites ask for your e\u2011mail once more.',
  recoverCodeUsed: 'You used your recovery code, so it is replaced now by a new one.',
  recoverNewCode: 'Make the new code',
  addressNames: {
    eip155: 'Ethereum and other EVM networks',
    solana: 'Solana',
    payment: 'Bitcoin, payments',
    ordinal: 'Bitcoin, ordinals',
  },
  bringTitle: 'Import a wallet',
  bringLead:
    'You have no wallet here yet. If you have the recovery phrase of a wallet (12, 15, 18, 21 or 24 words) or its private key, you can import that one, with its addresses. Type either nowhere but on this page.',
  bringOperator:
    'Afterwards the operator can restore it by e\u2011mail, as with every new wallet, until you take the operator out under Security.',
  bringSecret: 'Your recovery phrase or private key',
  bringRead: 'Show its addresses',
  bringCheck: (imported: readonly Imported[]) =>
    imported.length === 0
      ? 'This phrase leads to these addresses. Are they yours? Nothing is kept yet. A wallet that keeps its accounts elsewhere, or that has a passphrase, has others.'
      : imported.length === 1
        ? 'This private key leads to this address. Is it yours? Nothing is kept yet.'
        : 'These private keys lead to these addresses. Are they yours? Nothing is kept yet.',
  bringOthers: (imported: readonly Imported[]) =>
    imported.length === 1 && imported[0] === 'evm'
      ? 'A private key is for one kind of network. On Solana and Bitcoin this wallet gets new addresses, and a recovery phrase for them. Export the wallet afterwards to write that down too.'
      : imported.length === 1
        ? 'A private key is for one kind of network. On Bitcoin, Ethereum and other EVM networks this wallet gets new addresses, and a recovery phrase for them. Export the wallet afterwards to write that down too.'
        : 'On Bitcoin this wallet gets new addresses, and a recovery phrase for them. Export the wallet afterwards to write that down too.',
  bringStart: 'Import this wallet',
  bringOther: 'Use another phrase or key',
  recoverAgain: 'Try again',
} as const
