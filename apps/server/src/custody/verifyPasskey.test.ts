import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { ReleaseRequest } from '@latchkey/protocol/internal/walletApi'
import { expect, it } from 'vitest'
import { verifyPasskey } from './verifyPasskey.js'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
const passkey = { credentialId: 'Y3JlZA', publicKey: { kty: 'EC', crv: 'P-256', x, y } as const }
const origin = 'https://wallet.example'
const challenge = 'c'.repeat(43)

function answer({
  client = {},
  rp = 'wallet.example',
  flags = 0x05,
  counter = [0, 0, 0, 0],
  credentialId = 'Y3JlZA',
} = {}): ReleaseRequest {
  const said = {
    type: 'webauthn.get',
    challenge,
    origin,
    crossOrigin: true,
    topOrigin: 'https://app.example',
    ...client,
  }
  const clientData = Buffer.from(JSON.stringify(said))
  const authenticator = Buffer.concat([createHash('sha256').update(rp).digest(), Buffer.from([flags, ...counter])])
  const signed = Buffer.concat([authenticator, createHash('sha256').update(clientData).digest()])
  return {
    factorId: 'f'.repeat(22),
    challenge,
    hpkePub: 'A'.repeat(43),
    purpose: 'unlock',
    parentOrigin: 'https://app.example',
    signature: 'A'.repeat(86),
    assertion: {
      credentialId,
      authenticatorData: authenticator.toString('base64url'),
      clientDataJSON: clientData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    },
  }
}

it('takes an answer in the frame under the site, and in a window of the wallet itself', () => {
  expect(verifyPasskey(passkey, answer(), origin)).toBe(true)
  expect(verifyPasskey(passkey, answer({ client: { crossOrigin: false, topOrigin: undefined } }), origin)).toBe(true)
})

it.each([
  ['under another site', { client: { topOrigin: 'https://evil.test' } }],
  ['under a site that it does not name', { client: { topOrigin: undefined } }],
  [
    'of a page in another one that says it is in none',
    { client: { crossOrigin: false, topOrigin: 'https://evil.test' } },
  ],
  ['of a page in the site that says it is in none', { client: { crossOrigin: false } }],
  ['without its counter', { counter: [] }],
  ['to another challenge', { client: { challenge: 'd'.repeat(43) } }],
  ['of another origin', { client: { origin: 'https://evil.test' } }],
  ['of a registration', { client: { type: 'webauthn.create' } }],
  ['for another party', { rp: 'evil.test' }],
  ['without the user verified', { flags: 0x01 }],
  ['without the user present', { flags: 0x04 }],
  ['of another credential', { credentialId: 'b3RoZXI' }],
])('refuses an answer %s', (_, change) => {
  expect(verifyPasskey(passkey, answer(change), origin)).toBe(false)
})

it('takes only an answer of a window where no site is named around the wallet', () => {
  const alone = (client: object) => ({ ...answer({ client }), parentOrigin: undefined })
  expect(verifyPasskey(passkey, alone({ crossOrigin: false, topOrigin: undefined }), origin)).toBe(true)
  expect(verifyPasskey(passkey, alone({ topOrigin: undefined }), origin)).toBe(false)
})

it('refuses a changed signature, a missing answer and nonsense', () => {
  const request = answer()
  const assertion = {
    ...answer().assertion,
    credentialId: 'Y3JlZA',
    authenticatorData: '',
    clientDataJSON: 'AAAA',
    signature: 'AAAA',
  }
  expect(verifyPasskey(passkey, { ...request, assertion }, origin)).toBe(false)
  for (const said of ['null', '5', '[]']) {
    const clientDataJSON = Buffer.from(said).toString('base64url')
    expect(verifyPasskey(passkey, { ...request, assertion: { ...request.assertion!, clientDataJSON } }, origin)).toBe(
      false,
    )
  }
  const { assertion: _, ...without } = request
  expect(verifyPasskey(passkey, without, origin)).toBe(false)
  const other = answer({ client: { topOrigin: 'https://app.example', extra: 1 } })
  const mixed = { ...request.assertion!, signature: other.assertion!.signature }
  expect(verifyPasskey(passkey, { ...request, assertion: mixed }, origin)).toBe(false)
})
