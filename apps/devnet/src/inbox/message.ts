/** A mail as the inbox keeps it. */
export type Message = {
  readonly id: string
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** As its author wrote it: not to be trusted. */
  readonly html: string
}
