import { createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { sealFor } from '../../test/fakePhone.js'
import { createKeyPair, deriveKey, hashOf, open, openFor, randomHex, seal, topicOf } from './envelope.js'
import { createSigner, signRelayToken } from './relayToken.js'

it('seals for the holder of the key alone', () => {
  const [key, other] = [randomHex(), randomHex()]
  const text = JSON.stringify({ words: 'grüße 🔑', id: 1 })
  expect(open(key, seal(key, text))).toBe(text)
  expect(seal(key, text)).not.toBe(seal(key, text))
  expect(() => open(other, seal(key, text))).toThrow('A message from the wallet cannot be decrypted.')
})

it('two sides come to the same key and the same topic', () => {
  const [page, phone] = [createKeyPair(), createKeyPair()]
  const key = deriveKey(page.privateKey, phone.publicKey)
  expect(deriveKey(phone.privateKey, page.publicKey)).toBe(key)
  expect(topicOf(key)).toMatch(/^[0-9a-f]{64}$/)
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  // Points of low order would make a key that everybody knows.
  for (const weak of [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ]) {
    expect(() => deriveKey(page.privateKey, weak)).toThrow()
  }
})

it('agrees with the platform about X25519', async () => {
  for (let round = 0; round < 5; round++) {
    const ours = createKeyPair()
    const { privateKey, publicKey } = generateKeyPairSync('x25519')
    const theirs = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex')
    const der = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), Buffer.from(ours.publicKey, 'hex')])
    const shared = diffieHellman({ privateKey, publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }) })
    const key = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), Buffer.alloc(0), 32)).toString('hex')
    expect(deriveKey(ours.privateKey, theirs)).toBe(key)
  }
})

it('SEC-W-02 one bit that was changed on the way makes a message unreadable', () => {
  const key = randomHex()
  const bytes = Buffer.from(seal(key, 'pay 1'), 'base64')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => open(key, changed.toString('base64'))).toThrow('A message from the wallet cannot be decrypted.')
  }
  for (const kind of [1, 2]) {
    const changed = Buffer.from(bytes)
    changed[0] = kind
    expect(() => open(key, changed.toString('base64'))).toThrow('A message from the wallet cannot be decrypted.')
  }
  for (const nonsense of [
    '',
    'AA==',
    '%%%',
    'Ag==',
    Buffer.from('{"id":1}').toString('base64'),
    'A'.repeat(1_600_000),
  ]) {
    expect(() => open(key, nonsense)).toThrow('A message from the wallet cannot be decrypted.')
  }
})

it('SEC-W-02 opens what is sealed for its public key, by whomever, and nothing that was changed or is for another', () => {
  const [page, phone, other] = [createKeyPair(), createKeyPair(), createKeyPair()]
  const bytes = Buffer.from(sealFor(page.publicKey, phone, 'signed in'), 'base64')
  expect(openFor(page.privateKey, bytes.toString('base64'))).toBe('signed in')
  expect(() => openFor(other.privateKey, bytes.toString('base64'))).toThrow(
    'A message from the wallet cannot be decrypted.',
  )
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openFor(page.privateKey, changed.toString('base64'))).toThrow(
      'A message from the wallet cannot be decrypted.',
    )
  }
  // A sender without a key of its own would make one that everybody knows.
  const weak = Buffer.concat([Buffer.from([1]), Buffer.alloc(32), bytes.subarray(33)]).toString('base64')
  for (const nonsense of ['', 'AQ==', weak, seal(randomHex(), 'x')]) {
    expect(() => openFor(page.privateKey, nonsense)).toThrow('A message from the wallet cannot be decrypted.')
  }
})

it.each([
  ['the platform’s own Ed25519', globalThis.crypto.subtle],
  ['ours, where the platform has none', undefined as never],
])('SEC-W-01 the token names this client, this relay, and an hour: by %s', async (_, subtle) => {
  const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
  const at = 1_700_000_000_000
  const signer = await createSigner(seed, subtle)
  // RFC 8032, section 7.1, the first test: the public key of this seed.
  expect(Buffer.from(signer.publicKey).toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  )
  const token = await signRelayToken(signer, 'wss://relay.example', at)
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = claimsOf(token)
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'EdDSA', typ: 'JWT' })
  expect(claims).toMatchObject({ aud: 'wss://relay.example', iat: at / 1000, exp: at / 1000 + 3600 })
  const key = publicKeyOf(String(claims.iss))
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isSigned = (text: string) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  expect(isSigned(`${head}.${body}`)).toBe(true)
  expect(isSigned(`${head}.${body}A`)).toBe(false)
  const again = claimsOf(await signRelayToken(signer, 'wss://relay.example', at))
  expect(again.iss).toBe(claims.iss)
  expect(again.sub).not.toBe(claims.sub)
})

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

/** The 32 bytes behind `did:key:z…`, read without our own code. */
function publicKeyOf(did: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const value = [...did.replace('did:key:z', '')].reduce(
    (sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)),
    0n,
  )
  const bytes = Buffer.from(value.toString(16), 'hex')
  expect([...bytes.subarray(0, 2)]).toEqual([0xed, 0x01])
  return bytes.subarray(2)
}
