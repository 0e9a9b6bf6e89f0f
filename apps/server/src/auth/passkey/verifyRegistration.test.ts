import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAuthenticator, type Said } from '../../../test/createAuthenticator.js'
import type { PasskeyRegistration } from '../../platform/wallet/passkeyRequests.js'

import { verifyRegistration } from './verifyRegistration.js'

const walletOrigin = 'https://wallet.example'
const challenge = 'c'.repeat(43)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytesOf = (data: string) => Buffer.from(data, 'base64url')
const authenticator = createAuthenticator(walletOrigin)
const take = (registration: PasskeyRegistration) => verifyRegistration(registration, { challenge, walletOrigin })
const made = (said?: Said) => authenticator.register(challenge, said)

/** A registration whose authenticator data is changed. */
function changed(change: (data: Buffer) => Uint8Array): PasskeyRegistration {
  const registration = made()
  return { ...registration, authenticatorData: text(change(bytesOf(registration.authenticatorData))) }
}

describe('verifyRegistration', () => {
  it('takes a passkey that was made in a window of the wallet, whatever made it', () => {
    expect(take(made())).toBe(true)
    expect(take(made({ client: { crossOrigin: undefined, more: 1 } }))).toBe(true)
    // The counter and the model.
    expect(take(changed((data) => data.fill(7, 33, 53)))).toBe(true)
    // What extensions say stands behind the key.
    expect(take(changed((data) => Buffer.concat([data, Buffer.from('a0', 'hex')])))).toBe(true)
    expect(take(made({ flags: 0xc5 }))).toBe(true)
  })

  it.each<[string, Said]>([
    ['for another challenge', { client: { challenge: 'd'.repeat(43) } }],
    ['of another origin', { client: { origin: 'https://evil.test' } }],
    ['that is an answer', { client: { type: 'webauthn.get' } }],
    ['in a frame', { client: { crossOrigin: true } }],
    ['in a frame of a named page', { client: { topOrigin: 'https://app.example' } }],
    ['of another host', { host: 'evil.test' }],
    ['without the user present', { flags: 0x44 }],
    ['without the user verified', { flags: 0x41 }],
    ['without a key in it', { flags: 0x05 }],
  ])('refuses one %s', (_, said) => {
    expect(take(made(said))).toBe(false)
  })

  it('refuses an id or a key that the authenticator does not name', () => {
    const [one, other] = [made(), createAuthenticator(walletOrigin).register(challenge)]
    const { x, y } = other.publicKey
    expect(take({ ...one, credentialId: other.credentialId })).toBe(false)
    expect(take({ ...one, credentialId: text(bytesOf(one.credentialId).subarray(1)) })).toBe(false)
    expect(take({ ...one, publicKey: { ...one.publicKey, x } })).toBe(false)
    expect(take({ ...one, publicKey: { ...one.publicKey, y } })).toBe(false)
    expect(take({ ...one, publicKey: other.publicKey })).toBe(false)
    expect(take({ ...one, authenticatorData: other.authenticatorData })).toBe(false)
  })

  it('refuses a key that is cut, or of another form', () => {
    expect(take(changed((data) => data.subarray(0, -1)))).toBe(false)
    const head = createHash('sha256').update('wallet.example').digest()
    for (const size of [0, 36, 37]) expect(take(changed((data) => data.subarray(0, size)))).toBe(false)
    expect(take({ ...made(), authenticatorData: text(head) })).toBe(false)
    // Each byte of the form around the coordinates and the length of the id before it.
    for (const at of [53, 54, 79, 88, 121, 122, 123])
      expect(take(changed((data) => data.fill((data[at] ?? 0) ^ 1, at, at + 1)))).toBe(false)
  })

  it.each(['', '{', 'null', '5', '"webauthn.create"', '[]'])(
    'refuses %j in the place of what the browser said',
    (said) => {
      expect(take({ ...made(), clientDataJSON: text(Buffer.from(said)) })).toBe(false)
    },
  )
})
