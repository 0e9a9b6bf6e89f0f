import { createECDH, createHmac, createPrivateKey, createPublicKey, pbkdf2Sync } from 'node:crypto'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { bip32 } from './bip32.js'
import { seedOf, wordsOf } from './bip39.js'
import { addressesOf, deriveKeys, keysOfSeed } from './keys.js'
import { slip10 } from './slip10.js'

const hard = 0x80000000
const about = `${'abandon '.repeat(11)}about`

describe('official vectors', () => {
  it.each([
    [
      '00'.repeat(16),
      about,
      'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
    ],
    [
      '00'.repeat(32),
      `${'abandon '.repeat(23)}art`,
      'bda85446c68413707090a52022edd26a1c9462295029f2e60cd7c4f2bbd3097170af7a4d73245cafa9c3cca8d561a7c3de6f5d4a10be8ed2a5e608d68f92fcc8',
    ],
  ])('[SEC-C-14] BIP-39: %s', async (entropy, words, seed) => {
    expect(wordsOf(hexToBytes(entropy))).toBe(words)
    expect(bytesToHex(await seedOf(words, 'TREZOR'))).toBe(seed)
  })

  // The third has a key that begins with zeros, which must stay.
  it.each([
    [
      '000102030405060708090a0b0c0d0e0f',
      [hard, 1, hard + 2, 2, 1000000000],
      'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76',
    ],
    [
      '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
      [hard],
      'xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L',
    ],
  ])('[SEC-C-14] BIP-32, vector of %s', (seed, path, extended) => {
    // `fromExtendedKey` checks the sum, so a vector that was copied wrongly fails by itself.
    expect(bip32(hexToBytes(seed), path)).toEqual(HDKey.fromExtendedKey(extended).privateKey)
  })

  it('[SEC-C-14] property: BIP-32 and BIP-39 give what another library gives', async () => {
    const bytes = (sizes: readonly number[]) =>
      fc.constantFrom(...sizes).chain((size) => fc.uint8Array({ minLength: size, maxLength: size }))
    const steps = fc.array(fc.nat(2 ** 32 - 1), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(bytes([16, 20, 24, 28, 32]), bytes([64]), steps, async (entropy, seed, path) => {
        const words = entropyToMnemonic(entropy, wordlist)
        expect(wordsOf(entropy)).toBe(words)
        expect(await seedOf(words)).toEqual(await mnemonicToSeedWebcrypto(words))
        const node = path.reduce((each, step) => each.deriveChild(step), HDKey.fromMasterSeed(seed))
        expect(bip32(seed, path)).toEqual(node.privateKey)
      }),
      { numRuns: 40 },
    )
  })

  it.each([0, 15, 18, 33, 36])('[SEC-C-14] BIP-39 knows no words for %s bytes', (size) => {
    expect(() => wordsOf(new Uint8Array(size))).toThrow()
  })

  it.each([
    [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [[0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [[0, 1, 2, 2, 1000000000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
  ])('[SEC-C-14] SLIP-10 for Ed25519, vector 1, %j', (path, key) => {
    expect(bytesToHex(slip10(hexToBytes('000102030405060708090a0b0c0d0e0f'), path))).toBe(key)
  })

  it('[SEC-C-14] BIP-44, BIP-84, BIP-86 and Solana: the first addresses of twelve times "abandon"', async () => {
    expect(addressesOf(await deriveKeys(new Uint8Array(16)))).toEqual({
      eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
      bip122: {
        payment: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        ordinal: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      },
    })
  })
})

it('leaves no copy of the seed behind', async () => {
  const deriveBits = vi.spyOn(crypto.subtle, 'deriveBits')
  await deriveKeys(new Uint8Array(16))
  const seed = await deriveBits.mock.results[0]?.value
  deriveBits.mockRestore()
  expect(new Uint8Array(seed as ArrayBuffer)).toEqual(new Uint8Array(64))
})

describe('a second implementation', () => {
  // BIP-32, SLIP-10 and both curves by OpenSSL.
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const hash = (key: string | Uint8Array, data: Uint8Array) => createHmac('sha512', key).update(data).digest()
  function index(step: number): Uint8Array {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(step)
    return bytes
  }
  function bip32(seed: Uint8Array, path: readonly number[]): string {
    let node = hash('Bitcoin seed', seed)
    for (const step of path) {
      const curve = createECDH('secp256k1')
      curve.setPrivateKey(node.subarray(0, 32))
      const start = step >= hard ? [Buffer.alloc(1), node.subarray(0, 32)] : [curve.getPublicKey(null, 'compressed')]
      const next = hash(node.subarray(32), Buffer.concat([...start, index(step)]))
      const sum = BigInt(`0x${next.toString('hex', 0, 32)}`) + BigInt(`0x${node.toString('hex', 0, 32)}`)
      node = Buffer.concat([Buffer.from((sum % order).toString(16).padStart(64, '0'), 'hex'), next.subarray(32)])
    }
    return node.toString('hex', 0, 32)
  }
  function solana(seed: Uint8Array): string {
    let node = hash('ed25519 seed', seed)
    for (const step of [44, 501, 0, 0]) {
      node = hash(node.subarray(32), Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), index(step + hard)]))
    }
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), node.subarray(0, 32)])
    const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
    return base58.encode(key.export({ format: 'der', type: 'spki' }).subarray(-32))
  }

  it('[SEC-C-14] gives the same 100 wallets', { timeout: 240_000 }, async () => {
    for (let at = 0; at < 100; at++) {
      const entropy = crypto.getRandomValues(new Uint8Array(32))
      const words = entropyToMnemonic(entropy, wordlist)
      const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
      const keys = await deriveKeys(entropy)
      expect(keys).toEqual(keysOfSeed(seed))
      expect(bytesToHex(keys.evm)).toBe(bip32(seed, [44 + hard, 60 + hard, hard, 0, 0]))
      expect(bytesToHex(keys.payment)).toBe(bip32(seed, [84 + hard, hard, hard, 0, 0]))
      expect(bytesToHex(keys.ordinal)).toBe(bip32(seed, [86 + hard, hard, hard, 0, 0]))
      expect(addressesOf(keys)).toMatchObject({ eip155: mnemonicToAccount(words).address, solana: solana(seed) })
    }
  })

  it('[SEC-C-14] gives the Bitcoin addresses that another library gives, for any key', () => {
    const key = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
    fc.assert(
      fc.property(key, key, (payment, ordinal) => {
        const { bip122 } = addressesOf({ evm: payment, solana: payment, payment, ordinal })
        expect(bip122).toEqual({
          payment: p2wpkh(secp256k1.getPublicKey(payment, true)).address,
          ordinal: p2tr(schnorr.getPublicKey(ordinal)).address,
        })
      }),
    )
  })
})

describe('the words', () => {
  it('leave no copy in bytes behind once they were stretched', async () => {
    const given: Uint8Array[] = []
    const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (...all: unknown[]) => Promise<CryptoKey>
    vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...all: unknown[]) => {
      given.push(all[1] as Uint8Array)
      return importKey(...all)
    })
    await seedOf(about)
    vi.restoreAllMocks()
    expect(given).toEqual([new Uint8Array(about.length)])
  })
})

describe('a secret with an imported key', () => {
  it('signs by that key for its family, and by the words for the others', async () => {
    const entropy = new Uint8Array(32).fill(7)
    const imported = new Uint8Array(32).fill(9)
    const fromWords = await deriveKeys(entropy)
    const keys = await deriveKeys(new Uint8Array([1, ...imported, ...entropy]))
    expect(keys).toEqual({ ...fromWords, evm: imported })
    expect(fromWords.evm).not.toEqual(imported)
  })
})
