/** An element by selector, and if need be by its text, as a case-insensitive regular expression. */
export type Target = { readonly selector: string; readonly text?: string }

/** A page to measure: the folder of its app in `apps/`, and where a visitor finds things on it. */
export type Subject = {
  readonly id: string
  readonly name: string
  /** Opens the modal. */
  readonly button: Target
  /** The box whose size must stop changing. */
  readonly modal: Target
  /** The row of the announced wallet. */
  readonly wallet: Target
}

/** Our page, the practical limit in two forms, and a peer. */
export const subjects: readonly Subject[] = [
  {
    id: 'latchkey',
    name: 'Latchkey',
    button: { selector: '.lk-connect-button' },
    modal: { selector: 'dialog.lk-modal[open]' },
    wallet: { selector: 'dialog.lk-modal[open] .lk-row', text: 'Mock Wallet' },
  },
  {
    id: 'a-bare',
    name: '(a) bare React, hand-written dialog',
    button: { selector: '#connect button' },
    modal: { selector: 'dialog[open]' },
    wallet: { selector: 'dialog[open] button.wallet', text: 'Mock Wallet' },
  },
  {
    id: 'b-wagmi3',
    name: '(b) wagmi 3 and viem, same dialog',
    button: { selector: '#connect button' },
    modal: { selector: 'dialog[open]' },
    wallet: { selector: 'dialog[open] button.wallet', text: 'Mock Wallet' },
  },
  {
    id: 'c-rainbowkit',
    name: '(c) RainbowKit',
    button: { selector: '#connect button', text: 'connect' },
    modal: { selector: '[role=dialog]' },
    wallet: { selector: '[data-testid="rk-wallet-option-org.example.mock"]' },
  },
]
