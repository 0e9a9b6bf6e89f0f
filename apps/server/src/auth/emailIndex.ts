import type { SecretBox } from '../platform/secrets/secretBox.js'

/** The keyed hash by which an address is found. */
export function emailIndex(box: SecretBox, email: string): string {
  return box.index('email', email)
}

/** Encrypts an address for its row; the place ties it to its index. */
export function sealEmail(box: SecretBox, email: string): string {
  return box.seal(email, `email/${emailIndex(box, email)}`)
}

/** Decrypts the address of a row. */
export function openEmail(box: SecretBox, sealed: string, index: string): string {
  return box.open(sealed, `email/${index}`)
}
