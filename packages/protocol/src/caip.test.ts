import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isAccountId,
  isChainId,
  isEvmAddress,
  isNamespace,
  namespaces,
  parseAccountId,
  parseChainId,
  toAccountId,
} from './caip.js'

const namespace = fc.constantFrom(...namespaces)
const reference = fc.stringMatching(/^[-_a-zA-Z0-9]{1,32}$/)
const address = fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/)

describe('isNamespace', () => {
  it.each([
    ['S3-52', 'eip155'],
    ['S3-53', 'solana'],
    ['S3-54', 'bip122'],
    ['S3-55', 'polkadot'],
    ['S3-56', 'cosmos'],
  ])('[%s] recognises %s, alone and in a chain id', (_, name) => {
    expect(isNamespace(name)).toBe(true)
    expect(isChainId(`${name}:1`)).toBe(true)
  })

  it.each(['', 'EIP155', 'foo', 'toString', 'eip155 ', 155, null, undefined, ['eip155']])('refuses %j', (value) => {
    expect(isNamespace(value)).toBe(false)
  })
})

describe('isChainId', () => {
  it.each([
    'eip155:',
    ':1',
    'eip155',
    'eip155:1:2',
    'foo:1',
    'eip155:1\n',
    `eip155:${'1'.repeat(33)}`,
    'eip155:a b',
    1,
  ])('refuses %j', (value) => expect(isChainId(value)).toBe(false))

  it('property: parts that are joined are the parts that are read', () => {
    fc.assert(
      fc.property(namespace, reference, (family, part) => {
        expect(parseChainId(`${family}:${part}`)).toEqual({ namespace: family, reference: part })
      }),
    )
  })
})

describe('isAccountId', () => {
  it('[S5-26] has three non-empty colon-separated parts, the first a known family', () => {
    expect(isAccountId('eip155:1:0xabc')).toBe(true)
    for (const wrong of [
      'eip155:1',
      'eip155:1:a:b',
      'a:b:c:d',
      'eip155::c',
      'eip155:1:',
      ':1:c',
      'a::c',
      'foo:1:0xabc',
    ])
      expect(isAccountId(wrong), wrong).toBe(false)
  })

  it('property: any text that does not have exactly three parts is refused', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        if (isAccountId(text)) expect(text.split(':')).toHaveLength(3)
        else expect(() => parseAccountId(text)).toThrow(RangeError)
      }),
    )
  })

  it('property: what is joined is what is read', () => {
    fc.assert(
      fc.property(namespace, reference, address, (family, part, own) => {
        const id = toAccountId(`${family}:${part}`, own)
        expect(parseAccountId(id)).toEqual({
          namespace: family,
          reference: part,
          chainId: `${family}:${part}`,
          address: own,
        })
      }),
    )
  })

  it('error: an address that would need a fourth part is refused, and a long text is cut in the message', () => {
    expect(() => toAccountId('eip155:1', 'a:b')).toThrow('Invalid CAIP-10 address: eip155:1:a:b')
    expect(() => toAccountId('eip155:1', '')).toThrow(RangeError)
    expect(() => parseAccountId('x'.repeat(100_000))).toThrow(/^Invalid CAIP-10 address: x{100}…$/)
    expect(() => parseChainId('foo:1')).toThrow('Invalid CAIP-2 chain id: foo:1')
  })
})

describe('isEvmAddress', () => {
  const digits = '70997970C51812dc3A010C7d01b50e0d17dc79C8'

  it('[S5-24] takes 40 hex digits with an optional 0x, in any case, and nothing else', () => {
    for (const right of [digits, `0x${digits}`, digits.toLowerCase(), `0x${digits.toUpperCase()}`])
      expect(isEvmAddress(right), right).toBe(true)
    for (const wrong of [
      `0x${digits}0`,
      `0x${digits.slice(1)}`,
      `0x${digits.slice(1)}g`,
      `0X${digits}`,
      ` 0x${digits}`,
      `0x${digits}\n`,
      `0x0x${digits}`,
      '',
      '0x',
      'vitalik.eth',
      42,
      null,
    ])
      expect(isEvmAddress(wrong), String(wrong)).toBe(false)
  })

  it('property: only texts of that form', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 30, maxLength: 50 }), (text) => {
        expect(isEvmAddress(text)).toBe(/^(0x)?[\da-fA-F]{40}$/.test(text) && !text.includes('\n'))
      }),
    )
  })
})
