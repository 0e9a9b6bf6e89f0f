import { hexToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBase58, toSegwitAddress } from './writeAddress.js'

describe('addresses', () => {
  it('[SEC-C-14] property: base58 is what another library writes, zeros in front and all', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.uint8Array({ maxLength: 40 }), (zeros, rest) => {
        const bytes = new Uint8Array([...new Uint8Array(zeros), ...rest])
        expect(toBase58(bytes)).toBe(base58.encode(bytes))
      }),
    )
  })

  it.each([
    [0, '751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      1,
      '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
  ])('[SEC-C-14] BIP-350: version %i of %s', (version, program, address) => {
    expect(toSegwitAddress(version, hexToBytes(program))).toBe(address)
  })

  it('[SEC-C-14] property: bech32 and bech32m are what another library writes', () => {
    const program = fc.constantFrom(20, 32).chain((size) => fc.uint8Array({ minLength: size, maxLength: size }))
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 16), program, (version, bytes) => {
        const { encode, toWords } = version === 0 ? bech32 : bech32m
        expect(toSegwitAddress(version, bytes)).toBe(encode('bc', [version, ...toWords(bytes)]))
      }),
    )
  })
})
