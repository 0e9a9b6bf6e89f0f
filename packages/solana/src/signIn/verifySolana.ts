import type { SignatureCheck } from '@latchkey/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** The address is the key. @see https://www.rfc-editor.org/rfc/rfc8032 */
export function verifySolana({ address, message, signature }: SignatureCheck): boolean {
  try {
    const [key, signed] = [base58.decode(address), base58.decode(signature)]
    return ed25519.verify(signed, new TextEncoder().encode(message), key, { zip215: false })
  } catch {
    return false
  }
}
