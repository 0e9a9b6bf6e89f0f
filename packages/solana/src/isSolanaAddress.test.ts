import { isSolanaAddress } from '@latchkey/protocol/internal/solana'
import { base58 } from '@scure/base'
import { isAddress } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const letters = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 28, maxLength: 36 }),
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  // Zeros in front are what base58 writes in another way.
  fc
    .tuple(fc.integer({ min: 0, max: 33 }), fc.uint8Array({ minLength: 0, maxLength: 33 }))
    .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest].slice(0, 33))),
)

describe('isSolanaAddress', () => {
  it('property: says of bytes in base58 what @solana/kit says', () => {
    fc.assert(
      fc.property(bytes, (raw) => {
        const text = base58.encode(raw)
        expect(isSolanaAddress(text)).toBe(isAddress(text))
      }),
      { numRuns: 500 },
    )
  })

  it('property: says of any text what @solana/kit says', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 50 }),
      fc.array(letters, { minLength: 30, maxLength: 46 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(isSolanaAddress(text)).toBe(isAddress(text))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['11111111111111111111111111111111', true],
    ['1111111111111111111111111111111', false],
    ['111111111111111111111111111111111', false],
    ['JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG', true],
    ['JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH', false],
    ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', false],
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', false],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', false],
    ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', false],
    ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA ', false],
    ['', false],
  ])('%s: %s', (text, isRight) => {
    expect(isSolanaAddress(text)).toBe(isRight)
  })
})
