/** The texts of the screen that asks for a code from an e-mail; they come with it. */
export const codeStrings = {
  codeTitle: {
    login: 'Enter your code',
    'step-up': 'Confirm that it is you',
    primary: 'Confirm your current e-mail',
    secondary: 'Confirm your new e-mail',
  },
  codeSentTo: 'We sent a six-digit code to',
  codeFor: {
    login: 'It signs you in to',
    'step-up': 'It opens your wallet for',
    primary: 'It allows a new e\u2011mail address for your wallet on',
    secondary: 'It makes this the e\u2011mail address of your wallet on',
  },
  codeLabel: 'Code from the e-mail',
  codeDigit: (at: number) => `Digit ${at} of 6`,
  codeOnlyHere: 'Type it only here. Nobody will ever ask you for it in a call, a chat or on another page.',
  codeChecking: 'Checking the code…',
  codeRight: 'The code is right',
  resend: 'Resend code',
  resendIn: (seconds: number) => `Resend code in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  otherEmail: 'Use another e\u2011mail',
  resent: 'A new code is on its way. The old one no longer works.',
} as const
