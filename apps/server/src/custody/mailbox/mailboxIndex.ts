import type { SecretBox } from '../../platform/secrets/secretBox.js'

/** What recovery keeps of an address: the same for the same mailbox, and nothing to anybody without recovery's key. */
export function mailboxIndex(box: SecretBox, email: string): string {
  return box.index('mailbox', email)
}
