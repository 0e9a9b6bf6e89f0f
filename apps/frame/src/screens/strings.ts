/** The texts of the frame's screens, but for those in `codeStrings` and `lazyStrings`. In sentences that wrap, e-mail has a hyphen at which no line ends. */
export const strings = {
  close: 'Close',
  cancel: 'Cancel',
  reject: 'Reject',
  somethingWrong: 'Something went wrong. Nothing was changed. Try again.',
  signedInAs: 'Your account',
  mixedScripts: 'This address mixes letters of different alphabets. It may pretend to be another site.',
  inUnicode: (text: string) => `Also written ${text}`,

  busyTitle: 'One moment',
  busyText: 'Asking the network…',
  busyLong: 'This is taking longer than usual. You can close this; nothing is sent without your approval.',

  otherTab: 'In use in another tab',
  otherTabText:
    'Another tab of this site is confirming or sending something with this account. This tab goes on once that is done.',
  signingIn: 'Signing in…',
  signingInText: 'Opening your wallet on this page.',
  signingInLong: 'This is taking longer than usual. You can close this and sign in again later.',

  network: 'Network',
  account: 'Account',
  details: 'All details',
  moreBelow: 'More below',
  understand: 'I have read this and want to continue',
  covered: 'Something on the page may cover this screen or change how it looks, so nothing can be approved here.',
  tooSmall: 'The page shows this screen too small to be read, so nothing can be approved here.',
  unseen: 'This browser cannot tell whether the page covers this screen, so approving happens in a window of its own.',
  onceMore: 'To be sure that it was you: press the button once more.',
  holdOrTap: 'Hold the button until it is full, or tap it once more.',
  press: 'Press',
  holdNumber: 'Hold',
  holdButton: 'Hold to approve',
  toApprove: 'to approve',
  missed:
    'A wrong number was pressed. To be sure that it was you, you approve this in a window of the wallet. Nothing is approved here.',
  approvedInWindow: 'You approve this in a window of the wallet. Nothing is approved here.',
  continueInWindow: 'Continue in a window',
  windowBlocked: 'The browser did not open the window. Allow pop-ups for this page and try again.',
  inWindow: 'Continue in the window that opened.',
  windowClosed: 'The window was closed without an answer. Open another one, or reject.',
} as const
