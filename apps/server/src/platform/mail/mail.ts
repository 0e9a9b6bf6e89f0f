/** A mail to one person. */
export type MailMessage = { to: string; subject: string; text: string; html: string }

/** How mails leave: SMTP everywhere. */
export type Mail = {
  /** Hands one mail over; throws when it was not taken. */
  send(message: MailMessage): Promise<void>
  close(): void
}
