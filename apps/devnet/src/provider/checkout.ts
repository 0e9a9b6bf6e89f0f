/** The simulated outcome of a purchase, for the page. */
export const outcomes = ['works', 'declined', 'noCode', 'noPayout', 'noMessage', 'twice'] as const
/** The simulated faults of a purchase. */
export type Outcome = (typeof outcomes)[number]

/** A purchase at the local provider. */
export type Checkout = {
  readonly reference: string
  /** The token of its page; its holder may pay. */
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
