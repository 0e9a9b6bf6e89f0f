/** The texts of the window in which a passkey signs up or in. */
export const passkeyStrings = {
  newLead: 'No wallet here yet? Make one with a new passkey.',
  newWarning:
    'It has no e\u2011mail. Whoever loses the passkey, and has no second passkey and no recovery code, has lost the wallet: nobody can bring it back.',
  make: 'Make a new wallet',
  newBusy: 'Making your wallet…',
} as const
