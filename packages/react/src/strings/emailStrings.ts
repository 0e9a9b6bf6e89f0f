/** The sentences of the views of signing in by e-mail and of changing it; they arrive with those views. In sentences that wrap, e-mail has a hyphen at which no line ends. */
export const emailStrings = {
  emailLoginText: 'You get a code by e\u2011mail. It opens your wallet; no extension and no password is needed.',
  emailDeviceTitle: 'Open the link in your e\u2011mail',
  emailDeviceText: (email: string) => `We sent it to ${email}. Once you confirm there, this page goes on by itself.`,
  emailDeviceMatch: (number: string) => `The page of the link shows ${number} too. If it does not, do not confirm.`,
  emailResend: 'Send again',
  emailResendIn: (seconds: number) => `Send again in ${seconds} s`,
  emailOther: 'Use another e-mail',
  emailSent: 'Sent again',
  codeTitle: 'Type the code in the wallet’s window',
  codeText: (email: string) => `We sent a code to ${email}. It opens your wallet, so type it nowhere else.`,
  codeLeftTitle: 'The wallet’s window is closed',
  codeLeftText: (email: string) => `We still wait for the code we sent to ${email}.`,
  codeFailedTitle: 'That did not work',
  codeOpenAgain: 'Open again',
  changeStepTitle: 'Go on in the wallet’s window',
  changeStepText: 'The wallet sends the codes and takes them, so type them nowhere else.',
  changeLeftText: 'Your e\u2011mail stays as it is until both codes were typed there.',
  signingInTitle: 'Signing in…',
  signingInText: 'The code was right. Your wallet is being brought to this page.',
  emailChanging: 'Changing your e-mail',
  emailChanged: (email: string) => `Your e-mail is now ${email}`,
  emailUpdateText: 'A code goes to your current and one to your new e\u2011mail. Your wallet stays the same.',
  emailUpdateSame: 'This is your e-mail already',
  approveTitle: 'Confirm in your wallet',
  approveText: 'Read in its window what is about to be signed, and approve or reject it there.',
  approveNothingTitle: 'No pending requests',
  approveNothingText: 'Your wallet has no open request.',
}

/** The sentences of the views of signing in by e-mail and of changing it. */
export type EmailStrings = typeof emailStrings
