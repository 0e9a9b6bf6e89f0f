/** What goes wrong with a purchase, as the page is told. */
export const outcomes = ['works', 'declined', 'noCode', 'noPayout', 'noMessage', 'twice'] as const
/** What goes wrong with a purchase. */
export type Outcome = (typeof outcomes)[number]

/** A purchase at the local provider. */
export type Checkout = {
  readonly reference: string
  /** Names its page; who has it may pay. */
  readonly key: string
  readonly chainId: string
  readonly address: string
  readonly currency: string
  readonly symbol: string
  readonly payment: string
  /** What arrives. */
  readonly amount: string
  readonly doneUrl: string
  readonly webhookUrl: string
  outcome: Outcome
  state: 'opened' | 'paid' | 'sent' | 'failed'
  hash?: string
}
