import { isAuthenticated } from '../../platform/wallet/isAuthenticated.js'
import type { PasskeyRegistration } from '../../platform/wallet/passkeyRequests.js'

const attested = 0x40
// The one form in which authenticators write a P-256 key for ES256 (CTAP2 canonical CBOR), around its coordinates.
const beforeX = Buffer.from('a5010203262001215820', 'hex')
const beforeY = Buffer.from('225820', 'hex')

/**
 * Returns whether a passkey was made for this challenge, with its user verified, in a window of this wallet. Attestation is not verified,
 * so this says nothing of the authenticator.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
 */
export function verifyRegistration(
  { credentialId, publicKey, authenticatorData, clientDataJSON }: PasskeyRegistration,
  { challenge, walletOrigin }: { challenge: string; walletOrigin: string },
): boolean {
  try {
    const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { [name: string]: unknown }
    const { type, challenge: answered, origin, crossOrigin, topOrigin } = said
    if (type !== 'webauthn.create' || answered !== challenge || origin !== walletOrigin) return false
    if (crossOrigin === true || topOrigin !== undefined) return false
  } catch {
    return false
  }
  const authenticator = Buffer.from(authenticatorData, 'base64url')
  if (!isAuthenticated(authenticator, walletOrigin) || ((authenticator[32] ?? 0) & attested) === 0) return false
  const id = Buffer.from(credentialId, 'base64url')
  const size = Buffer.alloc(2)
  size.writeUInt16BE(id.length)
  const [x, y] = [publicKey.x, publicKey.y].map((part) => Buffer.from(part, 'base64url'))
  // Behind host, flags, counter and model of the authenticator.
  const credential = Buffer.concat([size, id, beforeX, x ?? id, beforeY, y ?? id])
  return authenticator.subarray(53, 53 + credential.length).equals(credential)
}
