import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import type { ReleaseRequest } from '@latchkey/protocol/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/walletSigning'

const present = 0x01
const verified = 0x04

/**
 * Tells whether a passkey answered this challenge, with its user verified, in this wallet, under this page.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
export function verifyPasskey(
  passkey: { credentialId: string; publicKey: DevicePublicKey },
  { assertion, challenge, parentOrigin }: ReleaseRequest,
  walletOrigin: string,
): boolean {
  if (assertion === undefined || assertion.credentialId !== passkey.credentialId) return false
  const authenticator = Buffer.from(assertion.authenticatorData, 'base64url')
  const client = Buffer.from(assertion.clientDataJSON, 'base64url')
  try {
    const said: unknown = JSON.parse(client.toString('utf8'))
    if (typeof said !== 'object' || said === null) return false
    const { type, challenge: answered, origin, crossOrigin, topOrigin } = said as { [name: string]: unknown }
    const isHere = crossOrigin === true ? topOrigin === parentOrigin : topOrigin === undefined
    if (type !== 'webauthn.get' || answered !== challenge || origin !== walletOrigin || !isHere) return false
    if (authenticator.length < 37) return false
    const rpHash = createHash('sha256').update(new URL(walletOrigin).hostname).digest()
    if (!timingSafeEqual(authenticator.subarray(0, 32), rpHash)) return false
    const flags = authenticator[32] ?? 0
    if ((flags & present) === 0 || (flags & verified) === 0) return false
    const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()])
    const key = createPublicKey({ key: { ...passkey.publicKey }, format: 'jwk' })
    return verify('sha256', signed, key, Buffer.from(assertion.signature, 'base64url'))
  } catch {
    return false
  }
}
