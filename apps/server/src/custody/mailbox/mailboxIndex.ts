import type { SecretBox } from '../../platform/secrets/secretBox.js'

/** Recovery's index of an address: equal for the same mailbox, and meaningless without recovery's key. */
export function mailboxIndex(box: SecretBox, email: string): string {
  return box.index('mailbox', email)
}
