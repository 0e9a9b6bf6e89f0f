import type { SecretBox } from '../secrets/secretBox.js'

/** The keyed hash by which the waiting mails to an address are found. */
export function receiverOf(box: Pick<SecretBox, 'index'>, address: string): string {
  return box.index('receiver', address)
}
