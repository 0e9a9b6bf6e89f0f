/** How many mails of one server are on their way at once; a slow one keeps its place and holds up no other. */
export const mailsAtOnce = 8

/** A mail to one person; the same `id` whenever the same mail is tried again. */
export type MailMessage = { to: string; subject: string; text: string; html: string; id?: string }

/** How mails leave: SMTP everywhere. */
export type Mail = {
  /** Sends one mail; throws when it was refused, or without a response within two minutes. */
  send(message: MailMessage): Promise<void>
  close(): void
}
