/** The texts of the window in which a passkey signs up or in. */
export const passkeyStrings = {
  newLead: 'No wallet here yet? Make one with a new passkey.',
  newWarning:
    'It has no e\u2011mail. If you lose the passkey and have no second passkey and no recovery code, the wallet is lost: nobody can bring it back.',
  make: 'Make a new wallet',
  newBusy: 'Making your wallet…',
} as const
