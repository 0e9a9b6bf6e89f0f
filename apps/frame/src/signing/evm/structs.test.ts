import { describe, expect, it } from 'vitest'
import { asList, toBigInt } from './structs.js'

describe('structs', () => {
  it('gives one or several structs, nested in any depth, and nothing else', () => {
    const one = { a: 1 }
    expect(asList(one)).toEqual([one])
    expect(asList([[[[[[[one]]]]], one]])).toEqual([one, one])
    expect(asList([null, 'text', 7, undefined, one])).toEqual([one])
    expect(asList(undefined)).toEqual([])
  })

  it('reads a number however it is written, and nothing as 0', () => {
    for (const number of [7, '7', '0x7', 7n]) expect(toBigInt(number)).toBe(7n)
    for (const none of [undefined, 'many', {}]) expect(toBigInt(none)).toBe(0n)
  })
})
