import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { WIF } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { signBip137, signBip322 } from './bitcoinMessage.js'
import { addressesOf, deriveKeys, type Keys } from './keys.js'
import { signBitcoin } from './signBitcoin.js'

let keys: Keys
let addresses: ReturnType<typeof addressesOf>['bip122']
beforeAll(async () => {
  keys = await deriveKeys(new Uint8Array(32).fill(7))
  addresses = addressesOf(keys).bip122
})
const texts = ['', 'Sign in to app.example', 'é😀', 'x'.repeat(252), 'x'.repeat(253), 'x'.repeat(1000)]
const kinds = ['payment', 'ordinal'] as const
const isSigned = (address: string, text: string, signature: Uint8Array) =>
  Verifier.verifySignature(address, text, base64.encode(signature), true)

describe('messages by BIP-322', () => {
  it.each(kinds)('of the %s account are what bip322-js takes for this address and text alone', (of) => {
    for (const text of texts) {
      const signature = signBip322(keys[of], of, utf8ToBytes(text))
      expect(isSigned(addresses[of], text, signature)).toBe(true)
      expect(isSigned(addresses[of], `${text}.`, signature)).toBe(false)
    }
  })

  // The key and its signatures are the BIP's own.
  it('are those of the BIP for P2WPKH', () => {
    const key = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
    const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
    for (const text of ['', 'Hello World']) {
      expect(isSigned(address, text, signBip322(key, 'payment', utf8ToBytes(text)))).toBe(true)
    }
  })
})

describe('messages by ECDSA', () => {
  it('are what bip322-js takes by BIP-137 for this address and text alone', () => {
    for (const text of texts) {
      const signature = signBip137(keys.payment, utf8ToBytes(text))
      expect(signature).toHaveLength(65)
      expect(isSigned(addresses.payment, text, signature)).toBe(true)
      expect(isSigned(addresses.payment, `${text}.`, signature)).toBe(false)
    }
  })

  it('tell of both points that a public key can be recovered from', () => {
    const marks = Array.from({ length: 40 }, (_, at) => signBip137(keys.payment, Uint8Array.of(at))[0])
    expect(new Set(marks)).toEqual(new Set([39, 40]))
  })
})

describe('what is asked of the Bitcoin accounts', () => {
  const message = utf8ToBytes('Sign in to app.example')
  const signed = (of: 'payment' | 'ordinal', as: 'bip322' | 'ecdsa') =>
    fromBase64Url(signBitcoin(keys, { kind: 'bitcoinMessage', message, of, as }))

  it('is signed by the account and in the form that are named', () => {
    for (const of of kinds) {
      const signature = signed(of, 'bip322')
      expect(isSigned(addresses[of], 'Sign in to app.example', signature)).toBe(true)
      expect(signature.length).not.toBe(65)
    }
    expect(signed('payment', 'ecdsa')).toEqual(signBip137(keys.payment, message))
  })

  it('is refused for P2TR by ECDSA', () => {
    expect(() => signed('ordinal', 'ecdsa')).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMS',
        message: 'A P2TR account signs messages with BIP-322 only',
      }),
    )
  })

  it('gives the public keys, of the payment account compressed and of the ordinals without a sign', () => {
    const [payment = '', ordinal = '', ...more] = signBitcoin(keys, { kind: 'bitcoinKeys' }).split(',')
    expect(more).toEqual([])
    expect(payment).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(payment).toBe(secp256k1.Point.BASE.multiply(BigInt(`0x${bytesToHex(keys.payment)}`)).toHex(true))
    expect(ordinal).toBe(bytesToHex(schnorr.getPublicKey(keys.ordinal)))
  })

  it('is refused when it is of another family', () => {
    for (const kind of ['evmMessage', 'solanaMessage', 'bitcoinHash'])
      expect(() => signBitcoin(keys, { kind, message } as never)).toThrow(
        expect.objectContaining({ code: 'UNSUPPORTED_METHOD' }),
      )
  })
})
