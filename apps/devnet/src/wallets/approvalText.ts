/** A request in the words that the approval window shows. */
export type ApprovalText = {
  title: string
  /** The dangerous fact, if there is one. */
  warning?: string
  /** What leaves, largest of all. */
  hero?: string
  lead?: string
  rows: readonly { label: string; value: string; whole?: string }[]
  /** What is signed, as it is. */
  body?: string
  /** Folded away: what only an expert reads. */
  details?: { label: string; text: string }
}
