import { base58 } from '@scure/base'
import { createKeyPairSignerFromBytes, createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import fc from 'fast-check'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createKeyring } from '../worker/createKeyring.js'
import { createExportCalls } from '../worker/exportCalls.js'
import { readKeys } from './readKeys.js'
import { readSecret } from './readSecret.js'

const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))
const keyring = createKeyring({ now: () => 0, random }, (take) => createExportCalls(take, random))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

// The first account of anvil and of Hardhat.
const evm = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
// Vector 1 of RFC 8032, 7.1: the seed and the public key.
const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
const pair = Buffer.from(seed + publicKey, 'hex')
const solana = base58.encode(pair)
const read = (text: string) => readSecret(keyring, text)

describe('readKeys', () => {
  it.each([
    ['with 0x', `0x${evm}`],
    ['without 0x', evm],
    ['in capitals', evm.toUpperCase()],
    ['with 0X, in capitals', `0X${evm.toUpperCase()}`],
    ['with spaces and lines around', `  \n0x${evm} \n`],
    ['in quotes', `"0x${evm}"`],
  ])('reads a key of EVM networks %s', async (_, text) => {
    expect(await read(text)).toMatchObject({ imported: ['evm'], addresses: { eip155: address } })
  })

  it.each([
    ['in base58', solana],
    ['in hex', seed + publicKey],
    ['in hex with 0x', `0x${seed}${publicKey}`],
    ["as the list of Solana's tools", JSON.stringify([...pair])],
    ['as that list with spaces', JSON.stringify([...pair], null, 1)],
  ])('reads a Solana key %s', async (_, text) => {
    const { address } = await createKeyPairSignerFromBytes(pair)
    expect(await read(text)).toMatchObject({ imported: ['solana'], addresses: { solana: address } })
  })

  it.each([
    ['in lines', `0x${evm}\n${solana}`],
    ['the other way round, with a comma', `${solana}, ${evm}`],
  ])('reads one of each %s', async (_, text) => {
    const solana = base58.encode(Buffer.from(publicKey, 'hex'))
    expect(await read(text)).toMatchObject({ imported: ['evm', 'solana'], addresses: { eip155: address, solana } })
  })

  it('behavior: leads to the address that viem and @solana/kit find for the key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
        fc.pre(bytes.some((byte) => byte > 0) && bytes[0] !== 255)
        const signer = await createKeyPairSignerFromPrivateKeyBytes(bytes)
        const whole = base58.encode(Uint8Array.from([...bytes, ...base58.decode(signer.address)]))
        const { addresses, secret } = await read(`${hex(bytes)} ${whole}`)
        expect(addresses.eip155).toBe(privateKeyToAddress(`0x${hex(bytes)}`))
        expect(addresses.solana).toBe(signer.address)
        expect(hex(secret.subarray(0, 65))).toBe(`03${hex(bytes)}${hex(bytes)}`)
      }),
      { numRuns: 15 },
    )
  })

  it('behavior: gives the networks without a key new entropy each time', async () => {
    const [one, other] = [await read(evm), await read(evm)]
    expect(one.addresses.eip155).toBe(other.addresses.eip155)
    expect(one.addresses.solana).not.toBe(other.addresses.solana)
    expect(one.addresses.bip122.payment).not.toBe(other.addresses.bip122.payment)
  })

  it.each([
    'hamster',
    '',
    'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    '1. ozone 2. drill',
  ])('behavior: takes %j for no key', (text) => {
    expect(readKeys(text)).toBeUndefined()
  })

  it('behavior: takes words as before', async () => {
    const words = 'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic'
    expect(await read(words)).toMatchObject({ imported: [], secret: { length: 16 } })
    await expect(read('hamster')).rejects.toThrow('A recovery phrase has 12, 15, 18, 21 or 24 words')
  })

  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  it.each([
    ['a digit too few', evm.slice(1), 'A private key has 64 digits from 0 to f, and here are 63.'],
    ['a digit too many', `0x${evm}0`, 'A private key has 64 digits from 0 to f, and here are 65.'],
    ['hardly any digit', '0x1', 'A private key has 64 digits from 0 to f, and here are 1.'],
    ['0x alone', '0x', 'digits from 0 to 9 and letters from a to f'],
    ['another letter', `0x${evm.slice(1)}g`, 'digits from 0 to 9 and letters from a to f'],
    ['zero', '0'.repeat(64), 'No account has this number'],
    ['the order of the curve', order, 'No account has this number'],
    ['more than the order', 'f'.repeat(64), 'No account has this number'],
    ['an address', address, 'This is an address.'],
    ['a Solana address', base58.encode(Buffer.from(publicKey, 'hex')), 'This is a Solana address, or half of a'],
    ['a Solana key with lost characters', solana.slice(2), 'A Solana key has 87 or 88 characters'],
    ['a Solana key with another half', base58.encode(Buffer.from(seed + seed, 'hex')), 'do not belong together'],
    ['a Solana key with a wrong byte', JSON.stringify([1, ...pair.subarray(1)]), 'do not belong together'],
    ['a list with a number too large', JSON.stringify([256, ...pair.subarray(1)]), 'lie between 0 and 255'],
    ['a Bitcoin key', '5KN7MzqK5wt2TP1fQCYyHBtDrXdJuXbUzm4A9rKAteGu3Qi5CVR', 'the key of a Bitcoin address'],
    [
      'an extended key',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
      'This is an extended key',
    ],
    ['a keystore', '{"version":3,"crypto":{"cipher":"aes-128-ctr","ciphertext":"00"}}', 'This file is encrypted.'],
    ['two of a kind', `${evm} ${evm}`, 'two keys of one kind'],
    ['two Solana keys', `${solana} ${solana}`, 'two keys of one kind'],
    ['text around it', `the key is ${evm}`, 'more than a private key'],
    ['a phrase without spaces', 'ozonedrillgrabfibercurtaingracepudding', 'neither a recovery phrase nor'],
  ])('error: says what is wrong with %s, and does not repeat it', async (_, text, says) => {
    const error = await read(text).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringContaining(says) })
    for (let at = 0; at + 12 < text.length; at++) expect(error.message).not.toContain(text.slice(at, at + 12))
  })
})
