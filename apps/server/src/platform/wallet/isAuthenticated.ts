import { createHash, timingSafeEqual } from 'node:crypto'

const present = 0x01
const verified = 0x04

/**
 * Returns whether an authenticator's data is of the wallet's own host, with its user present and verified.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
 */
export function isAuthenticated(authenticator: Uint8Array, walletOrigin: string): boolean {
  if (authenticator.length < 37) return false
  const rpHash = createHash('sha256').update(new URL(walletOrigin).hostname).digest()
  const flags = authenticator[32] ?? 0
  return timingSafeEqual(authenticator.subarray(0, 32), rpHash) && (flags & present) !== 0 && (flags & verified) !== 0
}
