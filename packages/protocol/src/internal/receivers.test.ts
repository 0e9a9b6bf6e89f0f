import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLookAlike, toPlainAddress } from './receivers.js'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const twin = '0x7099aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa79c8'
const segwit = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const cosmos = 'cosmos1a8l3srqyk5krvzhkt7cyzy52yxcght6322w2qy'

describe('toPlainAddress', () => {
  it.each([
    ['EVM in any case', friend, friend.toLowerCase()],
    ['EVM without its prefix', friend.slice(2), friend.toLowerCase()],
    ['EVM with a prefix in capitals', friend.toUpperCase(), friend.toLowerCase()],
    ['Bech32 in capitals', segwit.toUpperCase(), segwit],
    ['Bech32', cosmos, cosmos],
    ['Base58, whose case counts', solana, solana],
  ])('%s', (_, address, plain) => expect(toPlainAddress(address)).toBe(plain))
})

describe('findLookAlike', () => {
  it.each([
    ['EVM', friend, twin],
    ['EVM without a prefix', friend, twin.slice(2)],
    ['Bitcoin', segwit, `${segwit.slice(0, 7)}${'q'.repeat(31)}${segwit.slice(-4)}`],
    ['Bitcoin in capitals', segwit, `${segwit.slice(0, 7)}${'q'.repeat(31)}${segwit.slice(-4)}`.toUpperCase()],
    ['Solana', solana, `4Nd1${'a'.repeat(36)}DB4T`],
    ['Solana in another case', solana, `4nd1${solana.slice(4)}`],
    ['Cosmos', cosmos, `cosmos1a8l3${'q'.repeat(30)}w2qy`],
  ])('SEC-X-07 finds the twin of %s', (_, known, other) => {
    expect(findLookAlike(other, ['0x90F79bf6EB2c4f870365E785982E1f101E93b906', known])).toBe(known)
  })

  it.each([
    ['one that is known, in another case', friend.toLowerCase(), [friend]],
    ['one that is known, beside its twin', twin, [friend, twin]],
    ['a known one of Bitcoin in capitals', segwit.toUpperCase(), [segwit]],
    ['a stranger', '0x90F79bf6EB2c4f870365E785982E1f101E93b906', [friend]],
    ['one that only begins like it', `${twin.slice(0, 38)}0000`, [friend]],
    ['what all of a network begin with', `cosmos1q5q6${'q'.repeat(30)}w2qy`, [cosmos]],
    ['nobody known', twin, []],
  ])('finds nothing for %s', (_, address, known) => expect(findLookAlike(address, known)).toBeUndefined())

  it('SEC-X-07 property: it is the first and last four characters that count, and nothing between', () => {
    const hex = (size: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: size, maxLength: size })
    fc.assert(
      fc.property(hex(4), hex(32), hex(4), hex(32), hex(4), (head, one, tail, two, end) => {
        fc.pre(one !== two)
        const known = `0x${head}${one}${tail}`
        expect(findLookAlike(`0x${head}${two}${tail}`, [known])).toBe(known)
        expect(findLookAlike(`0x${head}${two}${end}`, [known])).toBe(end === tail ? known : undefined)
        expect(findLookAlike(known.toUpperCase(), [known])).toBeUndefined()
      }),
    )
  })
})
