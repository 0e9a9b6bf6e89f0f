/** The texts of screens that few visits see; they come with those screens. */
export const lazyStrings = {
  restoreTitle: 'Restore your wallet',
  restoreText: 'This browser does not have your wallet yet, and only you can restore it.',
  restorePasskey: 'Use your passkey',
  restorePasskeyBusy: 'Waiting for your passkey…',
  restoreCode: 'Recovery code',
  restoreCodeHint: '28 letters and digits, as you wrote them down. Spaces and dashes do not matter.',
  restoreWithCode: 'Restore with the code',
  confirmTitle: 'Confirm that it is you',
  confirmText: 'Only the owner of the wallet can do this, so e\u2011mail and this browser are not enough.',
  confirmWithCode: 'Confirm with the code',
  confirmBusy: 'Checking your code…',
  restoreBusy: 'Restoring your wallet…',
  or: 'or',

  restoreFrozen: 'Your wallet is frozen. Opening it here ends that, and signs every other browser out.',

  frozenTitle: 'Your wallet is frozen',
  frozenText:
    'Someone used the freeze link in one of our e\u2011mails to you. No browser can open the wallet now, including this one.',
  frozenOwner: 'End it with your passkey or your recovery code, in a window of the wallet.',
  frozenWait: (hours: number) =>
    `It opens again by itself in ${hours} ${hours === 1 ? 'hour' : 'hours'}. Until then nobody can end this earlier: secure your mailbox.`,
  frozenEnd: 'End the freeze',

  sendingTitle: 'Sending your transactions',
  sendingSent: (sent: number, count: number) => `${sent} of ${count} sent`,
  sendingText: 'Each is sent once the one before it is confirmed. You can close this; keep the page open.',
  sendingStop: 'Stop',
  sendingStopping: 'Stopping…',
  sendingOver: (left: number) =>
    left === 1 ? 'One was not sent, and will not be.' : `${left} were not sent, and will not be.`,

  typeElsewhere: {
    restore: 'The recovery code is typed in a window of the wallet, never on this page.',
    email: 'You change your e\u2011mail in a window of the wallet, never on this page.',
    passkey: 'Your passkey is used in a window of the wallet, never on this page.',
    backup: 'The recovery code is shown in a window of the wallet, never on this page.',
  },
  windowTitle: {
    email: 'Change your e-mail',
    passkey: 'Continue with a passkey',
    backup: 'Write down a recovery code',
  },
  windowLead: {
    passkey: 'Sign in with a passkey that you have, or make a wallet with a new one. You need no e\u2011mail.',
    backup:
      'Your wallet is ready. It has no e\u2011mail: if you lose the passkey and have no second passkey and no recovery code, the wallet is lost. Nobody can bring it back.',
  },
  later: 'Continue to the site',
  makeCode: 'Make a recovery code',
  windowAddress: 'The address of that window begins with',
  windowAsking: 'Asking the page which wallet it is…',
  withCode: 'Use the recovery code',
  continueElsewhere: { open: 'Open the window again', blocked: 'Try again', closed: 'Open the window again' },
  elsewhereClosed: 'The window was closed too early. Open another one, or cancel.',

  securityTitle: 'Security',
  securityLoading: 'Loading security…',
  securityFailed: 'Security could not be loaded.',
  tryAgain: 'Try again',
  whoRestores: 'Who can restore this wallet',
  tierOperator:
    "This site's operator can restore your wallet by e\u2011mail. Anyone who controls your e\u2011mail can too.",
  tierBeside:
    'On a new browser only your passkey or your recovery code opens this wallet; e\u2011mail alone opens nothing. The operator still keeps half of its key.',
  tierOwn: 'Only you can restore this wallet.',
  tierOwnFrom: (date: string) => `From ${date} only you can restore this wallet.`,
  notKept:
    'This browser does not let the wallet keep anything, so you will sign in again on each visit. Your wallet is safe.',
  frozen: (date: string) => `This browser is new. Until ${date} it cannot change how the wallet is kept.`,
  ways: 'Ways to open it',
  noOtherWays: 'E-mail and this browser only',
  way: { device: 'A browser', passkey: 'Passkey', code: 'Recovery code', auto: 'E-mail, through the operator' },
  wayAdded: (date: string) => `Added ${date}`,
  wayEnds: (date: string) => `Will be deleted ${date}`,
  devices: 'Browsers that can open it',
  thisDevice: 'This browser',
  lastSeen: (date: string) => `Last used ${date}`,
  manageDevices: 'Manage browsers in a window of the wallet',
  manage: 'Passkeys and recovery code',
  export: 'Export the wallet',
  opensWindow: 'opens a window of the wallet',
} as const
