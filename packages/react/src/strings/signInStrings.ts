/** The sentences of signing in; they arrive when an app has it set up. */
export const signInStrings = {
  authenticating: 'Authenticating...',
  signInTo: (app: string) => `Sign in to ${app}`,
  signInText: 'Your signature shows that this account is yours. It costs nothing and moves nothing.',
  signInConfirm: (wallet: string) => `Read the message in ${wallet} and sign it there.`,
  signInSite: 'Site',
  signInNetwork: 'Network',
  signInAccount: 'Account',
  signInAction: 'Sign',
  signInMust: 'To continue, sign the message. Cancel disconnects your wallet.',
}

/** The sentences of signing in. */
export type SignInStrings = typeof signInStrings
