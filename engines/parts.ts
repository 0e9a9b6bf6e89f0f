import type { Part } from './driver/part.js'

const dialog = 'dialog[aria-modal="true"][data-view][open]'

/** The parts of the page that visitors see. */
export const home = {
  connectButton: { css: 'header button', name: /^Connect wallet$/ },
  accountButton: { css: 'header button', name: /^Account / },
  networkButton: { css: 'header button', name: /^Network: / },
  address: { css: '#acct' },
  message: { css: 'textarea, input', name: 'Message' },
  signButton: { css: 'button', name: 'Sign message' },
  fundsButton: { css: 'button', name: 'Get test funds' },
  signature: { css: '.signature code' },
  verified: { css: 'p, span, div[role="status"], output', name: /^Verified: signed by 0x/ },
  problem: { css: '.problem' },
} as const satisfies { readonly [name: string]: Part }

/** The parts of the modal. */
export const modal = {
  dialog: { css: dialog },
  titled: (name: string): Part => ({ css: dialog, name }),
  button: (name: string | RegExp): Part => ({ css: `${dialog} button`, name }),
  field: (name: string): Part => ({ css: `${dialog} :is(input, textarea)`, name }),
  heading: (name: string): Part => ({ css: `${dialog} :is(h1, h2, h3)`, name }),
  token: (name: RegExp): Part => ({ css: `${dialog} [role="tabpanel"] li`, name }),
  code: { css: `${dialog} [role="img"]`, name: 'QR code that connects a wallet' } as Part,
  text: (name: RegExp): Part => ({ css: `${dialog} p`, name }),
} as const

/** The parts of the test wallet. */
export const wallet = {
  name: 'Latchkey Test Wallet',
  window: { css: '[data-testid="test-wallet"]' },
  approveButton: { css: '[data-testid="test-wallet-approve"]' },
} as const

/** The parts of the embedded wallet, in its frame and in its own window. */
export const walletFrame = {
  element: { css: 'iframe#w3m-iframe' },
  titled: (name: string): Part => ({ css: 'h1', name }),
  digit: (at: number): Part => ({ css: 'input', name: `Digit ${at} of 6` }),
  continueButton: { css: 'button', name: 'Continue in a window' },
  approveButton: { css: '.lf-approve' },
  rejectButton: { css: 'button', name: 'Reject' },
  screen: { css: 'main' },
  waitsForWindow: { css: '[role="status"]', name: /in the window that has opened/ },
} as const

/** The parts of the wallet on another device. */
export const phone = {
  uri: { css: '[data-testid="phone-uri"]' },
  pairButton: { css: '[data-testid="phone-pair"]' },
  question: { css: '[data-testid="phone-question"]' },
  approveButton: { css: '[data-testid="phone-approve"]' },
  alone: { css: 'p', name: /^No app is connected/ },
} as const
