import { createHash, createPublicKey, verify } from 'node:crypto'
import type { PasskeyAssertion } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { isAuthenticated } from '../platform/wallet/isAuthenticated.js'

/**
 * Returns whether a passkey answered this challenge, with its user verified, in this wallet, under this page or in a window of the wallet.
 *
 * @param asked - The answer, what it answers, and the page around the wallet; without one only a window counts.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
export function verifyPasskey(
  passkey: { credentialId: string; publicKey: DevicePublicKey },
  {
    assertion,
    challenge,
    parentOrigin,
  }: { assertion?: PasskeyAssertion | undefined; challenge: string; parentOrigin: string | undefined },
  walletOrigin: string,
): boolean {
  if (assertion === undefined || assertion.credentialId !== passkey.credentialId) return false
  const authenticator = Buffer.from(assertion.authenticatorData, 'base64url')
  const client = Buffer.from(assertion.clientDataJSON, 'base64url')
  try {
    const said = JSON.parse(client.toString('utf8')) as { readonly [name: string]: unknown }
    const { type, challenge: answered, origin, crossOrigin, topOrigin } = said
    const isWindow = crossOrigin !== true && topOrigin === undefined
    const isHere = isWindow || (crossOrigin === true && parentOrigin !== undefined && topOrigin === parentOrigin)
    if (type !== 'webauthn.get' || answered !== challenge || origin !== walletOrigin || !isHere) return false
    if (!isAuthenticated(authenticator, walletOrigin)) return false
    const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()])
    const key = createPublicKey({ key: { ...passkey.publicKey }, format: 'jwk' })
    return verify('sha256', signed, key, Buffer.from(assertion.signature, 'base64url'))
  } catch {
    return false
  }
}
