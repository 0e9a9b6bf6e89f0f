import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { CipherSuite, HkdfSha256 } from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHpkeKeyPair, hpkeInfo, openHpke, sealHpke } from './hpke.js'

const hex = (text: string) => new Uint8Array(text.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [])
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const binding = { info: hpkeInfo('unlock'), aad: hex('00ff') }

// RFC 9180, appendix A.2.1, sequence number 0.
const vector = {
  info: hex('4f6465206f6e2061204772656369616e2055726e'),
  aad: hex('436f756e742d30'),
  skEm: hex('f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600'),
  pkRm: hex('4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a'),
  skRm: hex('8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb'),
  enc: '1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a',
  pt: hex('4265617574792069732074727574682c20747275746820626561757479'),
  ct: '1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28',
}

it('seals and opens the vector of RFC 9180 A.2.1', () => {
  const sealed = sealHpke(vector.pkRm, vector.pt, vector, vector.skEm)
  expect(toHex(sealed)).toBe(vector.enc + vector.ct)
  expect(openHpke(vector.skRm, sealed, vector)).toEqual(vector.pt)
})

it('agrees with another implementation in both directions', async () => {
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Chacha20Poly1305(),
  })
  const buffer = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer
  for (let size = 0; size < 100; size += 7) {
    const message = crypto.getRandomValues(new Uint8Array(size))
    const { publicKey, privateKey } = createHpkeKeyPair()
    const sealed = sealHpke(publicKey, message, binding)
    const recipient = await suite.createRecipientContext({
      recipientKey: await suite.kem.importKey('raw', buffer(privateKey), false),
      enc: buffer(sealed.subarray(0, 32)),
      info: buffer(binding.info),
    })
    const opened = await recipient.open(buffer(sealed.subarray(32)), buffer(binding.aad))
    expect(new Uint8Array(opened)).toEqual(message)
    const sender = await suite.createSenderContext({
      recipientPublicKey: await suite.kem.importKey('raw', buffer(publicKey)),
      info: buffer(binding.info),
    })
    const theirs = new Uint8Array(await sender.seal(buffer(message), buffer(binding.aad)))
    expect(openHpke(privateKey, new Uint8Array([...new Uint8Array(sender.enc), ...theirs]), binding)).toEqual(message)
  }
})

it('opens nothing that was changed, cut, bound elsewhere or meant for another key', () => {
  const { publicKey, privateKey } = createHpkeKeyPair()
  const sealed = sealHpke(publicKey, hex('0102'), binding)
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      // The top bit of an X25519 key is ignored by the curve but is part of the key schedule, so it counts as well.
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ change : byte))
      expect(() => openHpke(privateKey, changed, binding)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
    }),
    { numRuns: 200 },
  )
  for (const [key, message, bound] of [
    [createHpkeKeyPair().privateKey, sealed, binding],
    [privateKey, sealed.subarray(0, -1), binding],
    [privateKey, new Uint8Array(), binding],
    [privateKey, sealed, { ...binding, info: hpkeInfo('export') }],
    [privateKey, sealed, { ...binding, aad: hex('00fe') }],
  ] as const) {
    expect(() => openHpke(key, message, bound)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
  }
})

it.each([
  ['all zero', new Uint8Array(32)],
  ['of low order', hex('e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800')],
])('seals nothing to a key that is %s', (_, key) => {
  const refused = { code: 'INVALID_PARAMS', cause: expect.any(Error) }
  expect(() => sealHpke(key, hex('01'), binding)).toThrow(expect.objectContaining(refused))
})

it.each([0, 31, 33])('says of a key of %i bytes that it has another size', (size) => {
  expect(() => sealHpke(new Uint8Array(size).fill(9), hex('01'), binding)).toThrow('An HPKE public key has 32 bytes')
})

it('never gives the same ciphertext twice', () => {
  const { publicKey } = createHpkeKeyPair()
  const all = Array.from({ length: 50 }, () => toHex(sealHpke(publicKey, hex('01'), binding)))
  expect(new Set(all).size).toBe(50)
})
