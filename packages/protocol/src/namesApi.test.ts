import { describe, expect, it } from 'vitest'
import { coinTypeOf, nameFault } from './namesApi.js'

describe('nameFault', () => {
  it.each(['abcd', 'a-b1', 'ABCD', '----'])('[S5-08] takes %s', (label) => {
    expect(nameFault(label)).toBeUndefined()
  })

  it.each(['a_bc', 'ab.cd', 'ab d', 'аbcd', 'ébcd', 'abc\n'])('[S5-08] refuses %j', (label) => {
    expect(nameFault(label)).toBe('characters')
  })

  it('tells what is too short and too long', () => {
    expect(['', 'abc', 'abcd', 'a'.repeat(63), 'a'.repeat(64)].map(nameFault)).toEqual([
      'short',
      'short',
      undefined,
      undefined,
      'long',
    ])
  })
})

it('gives the coin types of ENSIP-11, and none of what is no chain below 2³¹', () => {
  expect([1, 100, 0x7fffffff].map(coinTypeOf)).toEqual([2147483649, 2147483748, 0xffffffff])
  expect([0, -1, 1.5, 0x80000000, Number.NaN].map(coinTypeOf)).toEqual(Array(5).fill(undefined))
})
