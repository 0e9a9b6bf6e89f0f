import type { TokenBalance } from '@latchkey/protocol/api'
import { isEvmAddress } from '@latchkey/protocol/caip'
import { describe, expect, it } from 'vitest'
import { alice, bob } from '../../test/chains.js'
import { type CheckContext, checkDraft, decimalsOf, heldOf, sendableOf, toAmountText } from './sendDraft.js'

const coin: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2500,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
}
const usdc: TokenBalance = {
  ...coin,
  symbol: 'USDC',
  address: `eip155:1:${'0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'}`,
  quantity: { decimals: '6', numeric: '20.25' },
}
const context: CheckContext = { isAddress: isEvmAddress, own: alice, separator: '.' }
const check = (text: string, token: TokenBalance = coin, more: Partial<CheckContext> = {}) =>
  checkDraft({ token, amountText: text, to: bob }, { ...context, ...more })

describe('checkDraft', () => {
  it.each([
    ['0.5', '.', 500_000_000_000_000_000n],
    ['0,5', '.', 500_000_000_000_000_000n],
    ['0,5', ',', 500_000_000_000_000_000n],
    ['.5', '.', 500_000_000_000_000_000n],
    ['1.', '.', 1_000_000_000_000_000_000n],
    [' 1 ', '.', 1_000_000_000_000_000_000n],
    ['٠٫٥', '.', 500_000_000_000_000_000n],
    ['0,500', '.', 500_000_000_000_000_000n],
  ])('behavior: %s with the separator %s is read exactly', (text, separator, amount) => {
    expect(check(text, coin, { separator })).toMatchObject({ amount, amountProblem: undefined })
  })

  it.each([
    ['', '.', 'empty'],
    ['abc', '.', 'unreadable'],
    ['1e5', '.', 'unreadable'],
    ['-1', '.', 'unreadable'],
    ['1.2.3', '.', 'unreadable'],
    ['0x10', '.', 'unreadable'],
    ['9'.repeat(300), '.', 'unreadable'],
    ['1,000', '.', 'ambiguous'],
    ['1.000', ',', 'ambiguous'],
    ['12,345.5', '.', 'ambiguous'],
    ['0', '.', 'zero'],
    ['0.000', '.', 'zero'],
    ['1.6', '.', 'balance'],
  ])('error: "%s" with the separator %s is %s', (text, separator, problem) => {
    expect(check(text, coin, { separator }).amountProblem).toBe(problem)
  })

  it('error: more decimals than the token has, but not for trailing zeros', () => {
    expect(check('0.1234567', usdc).amountProblem).toBe('decimals')
    expect(check('0.1234560000', usdc)).toMatchObject({ amount: 123_456n, amountProblem: undefined })
  })

  it('behavior: amount and fee together may not exceed the coin; for a token the fee alone', () => {
    const quote = { fee: 10n ** 17n, nativeBalance: 15n * 10n ** 17n }
    expect(check('1.4', coin, { quote }).amountProblem).toBeUndefined()
    expect(check('1.45', coin, { quote }).amountProblem).toBe('fee')
    expect(check('20', usdc, { quote }).amountProblem).toBeUndefined()
    expect(check('20', usdc, { quote: { fee: 2n, nativeBalance: 1n } }).amountProblem).toBe('fee')
  })

  it.each([
    [bob, undefined],
    [bob.slice(2), undefined],
    [bob.toUpperCase().replace('0X', '0x'), undefined],
    [` ${bob} `, undefined],
    ['', 'empty'],
    ['0x12', 'invalid'],
    [bob.slice(0, 41), 'invalid'],
    [`${bob}0`, 'invalid'],
    [bob.replace('3C', '3G'), 'invalid'],
    // A name would be whatever one node says it is.
    ['vitalik.eth', 'invalid'],
  ])('[S5-24] receiver "%s" is %s', (to, problem) => {
    expect(checkDraft({ token: coin, amountText: '1', to }, context).receiverProblem).toBe(problem)
  })

  it('behavior: warns of a wrong checksum, of the own address and of the token itself, without refusing them', () => {
    const at = (to: string, more: Partial<CheckContext> = {}) =>
      checkDraft({ token: usdc, amountText: '1', to }, { ...context, ...more })
    expect(at(bob).warnings).toEqual([])
    expect(at(bob, { badChecksum: bob }).warnings).toEqual(['checksum'])
    expect(at(alice.toLowerCase()).warnings).toEqual(['own'])
    expect(at('a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48').warnings).toEqual(['token'])
    expect(at(alice.toLowerCase()).receiverProblem).toBeUndefined()
  })
})

describe('what other families bring', () => {
  it('behavior: what must stay counts like the fee, for the coin and for a token', () => {
    const quote = { fee: 10n ** 17n, nativeBalance: 15n * 10n ** 17n, reserve: 2n * 10n ** 17n }
    expect(check('1.2', coin, { quote }).amountProblem).toBeUndefined()
    expect(check('1.21', coin, { quote }).amountProblem).toBe('fee')
    expect(check('1', usdc, { quote: { ...quote, nativeBalance: 3n * 10n ** 17n } }).amountProblem).toBeUndefined()
    expect(check('1', usdc, { quote: { ...quote, nativeBalance: 3n * 10n ** 17n - 1n } }).amountProblem).toBe('fee')
  })

  it('behavior: all that can be sent is what fee and rent leave; nothing is left out where they cannot be paid', () => {
    expect(sendableOf({ fee: 5n, nativeBalance: 100n, reserve: 20n })).toBe(75n)
    expect(sendableOf({ fee: 5n, nativeBalance: 100n })).toBe(95n)
    expect(sendableOf({ fee: 5n, nativeBalance: 25n, reserve: 20n })).toBe(25n)
  })

  it('behavior: names the family of an invalid receiver, and only of an invalid one', () => {
    const familyOf = (text: string) => (text.startsWith('bc1') ? ('bip122' as const) : undefined)
    const at = (to: string) => checkDraft({ token: coin, amountText: '1', to }, { ...context, familyOf })
    expect(at(' bc1qw508d6 ')).toMatchObject({ receiverProblem: 'invalid', receiverFamily: 'bip122' })
    expect(at('banana')).not.toHaveProperty('receiverFamily')
    expect(at(bob)).not.toHaveProperty('receiverFamily')
    expect(at('')).not.toHaveProperty('receiverFamily')
  })
})

describe('heldOf', () => {
  it('behavior: reads what a source says exactly, and says nothing of what it cannot read', () => {
    expect(heldOf(usdc)).toBe(20_250_000n)
    expect(heldOf({ ...usdc, quantity: { decimals: '6', numeric: '0.12345678' } })).toBe(123_456n)
    expect(heldOf({ ...usdc, quantity: { decimals: '6', numeric: '1e9' } })).toBeUndefined()
    expect(heldOf({ ...usdc, quantity: { decimals: '6', numeric: '-5' } })).toBeUndefined()
  })
})

describe('a token of unusual decimals', () => {
  const of = (decimals: string, numeric: string): TokenBalance => ({ ...usdc, quantity: { decimals, numeric } })

  it.each([
    [0, '7', 7n],
    [36, `0.${'0'.repeat(35)}7`, 7n],
    [77, `1.${'0'.repeat(76)}7`, 10n ** 77n + 7n],
    [78, `0.${'0'.repeat(77)}7`, 7n],
    [255, `0.${'0'.repeat(177)}${'9'.repeat(78)}`, 10n ** 78n - 1n],
  ])('behavior: with %i of them, %s is held and sent exactly', (decimals, text, amount) => {
    const token = of(String(decimals), text)
    expect(heldOf(token)).toBe(amount)
    expect(check(text, token)).toMatchObject({ amount, amountProblem: undefined })
    expect(toAmountText(amount, decimalsOf(token), '.')).toBe(text)
    expect(check(`${text}${text.includes('.') ? '' : '.'}01`, token).amountProblem).toBe('decimals')
  })

  it.each(['256', '1000', '-1', '1.5', '1e2', 'many', ''])('error: "%s" are none, and nothing is sent', (decimals) => {
    expect(heldOf(of(decimals, '7'))).toBeUndefined()
    expect(check('1', of(decimals, '7'))).toMatchObject({ amount: undefined, amountProblem: 'unreadable' })
  })
})

describe('toAmountText', () => {
  it('behavior: writes the separator that the field reads', () => {
    expect(toAmountText(1_500_000n, 6, ',')).toBe('1,5')
  })
})
