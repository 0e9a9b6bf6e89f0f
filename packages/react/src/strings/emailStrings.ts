/** The sentences of the views of signing in by e-mail and of changing it; they arrive with those views. In sentences that wrap, e-mail has a hyphen at which no line ends. */
export const emailStrings = {
  emailLoginText: 'We e\u2011mail you a code that opens your wallet. No extension or password needed.',
  emailSendingTitle: 'Sending you a code',
  emailSendingText: (email: string) => `We are sending it to ${email}.`,
  emailDeviceTitle: 'Open the link in your e\u2011mail',
  emailDeviceText: (email: string) => `We sent it to ${email}. Confirm there, and this page continues by itself.`,
  emailDeviceMatch: (number: string) => `The page behind the link shows ${number} too. If it doesn’t, do not confirm.`,
  emailResend: 'Resend link',
  emailResendIn: (seconds: number) => `Resend link in ${seconds} s`,
  emailOther: 'Use another e-mail',
  emailSent: 'Link sent again',
  codeTitle: 'Type the code in the wallet’s window',
  codeText: (email: string) => `We sent a code to ${email}. It opens your wallet, so type it nowhere else.`,
  codeLeftTitle: 'The wallet’s window is closed',
  codeLeftText: (email: string) => `We are still waiting for the code we sent to ${email}.`,
  codeFailedTitle: 'That did not work',
  codeOpenAgain: 'Open again',
  changeStepTitle: 'Continue in the wallet’s window',
  changeStepText: 'The wallet sends and checks the codes. Type them nowhere else.',
  changeLeftText: 'Your e\u2011mail stays the same until you have typed both codes there.',
  signingInText: 'Opening your wallet on this page.',
  emailChanging: 'Changing your e-mail',
  emailChanged: (email: string) => `Your e-mail is now ${email}`,
  emailUpdateText: 'We send one code to your current e\u2011mail and one to the new one. Your wallet stays the same.',
  emailUpdateSame: 'This is already your e-mail',
  approveTitle: 'Confirm in your wallet',
  approveText: 'Review the request in the wallet’s window, then approve or reject it.',
  approveNothingTitle: 'No pending requests',
  approveNothingText: 'Your wallet has no open request.',
}

/** The sentences of the views of signing in by e-mail and of changing it. */
export type EmailStrings = typeof emailStrings
