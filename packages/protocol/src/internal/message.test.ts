import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBearable, messageBytes, messageDepth } from './message.js'

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { value }
  return value
}

describe('isBearable', () => {
  it('lets plain data pass', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const hasBadKey = /"(__proto__|constructor|prototype)":/.test(JSON.stringify(value))
        expect(isBearable(value)).toBe(!hasBadKey)
      }),
    )
  })

  it('[SEC-F-05] refuses what is too large or too deep, at the edge', () => {
    expect(isBearable('x'.repeat(messageBytes))).toBe(true)
    expect(isBearable('x'.repeat(messageBytes + 1))).toBe(false)
    expect(isBearable('€'.repeat(messageBytes / 3 + 1))).toBe(false)
    expect(isBearable('😀'.repeat(messageBytes / 4))).toBe(true)
    expect(isBearable('😀'.repeat(messageBytes / 4 + 1))).toBe(false)
    expect(isBearable(nested(messageDepth))).toBe(true)
    expect(isBearable(nested(messageDepth + 1))).toBe(false)
    expect(isBearable(new Array(messageBytes + 1))).toBe(false)
  })

  it('[SEC-F-05] refuses circles and tangles that unfold without end', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(isBearable(circle)).toBe(false)
    let tangle: unknown[] = [1]
    for (let level = 0; level < 12; level++) tangle = Array.from({ length: 20 }, () => tangle)
    expect(isBearable(tangle)).toBe(false)
  })

  it('[SEC-F-05] refuses getters without calling them, prototypes, and what is not plain data', () => {
    let calls = 0
    const getter = Object.defineProperty({}, 'a', { enumerable: true, get: () => ++calls })
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('looked')
        },
      },
    )
    const odd = [
      getter,
      throwing,
      JSON.parse('{"__proto__":{"polluted":true}}'),
      JSON.parse('{"a":[{"constructor":{"prototype":{"polluted":true}}}]}'),
      Object.create({ inherited: true }),
      new Date(),
      new Map(),
      new Set(),
      new Uint8Array(4),
      new Error('x'),
      /x/,
      Symbol('x'),
      { [Symbol('x')]: 1 },
      () => 1,
      1n,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]
    for (const value of odd) expect([value, isBearable(value)]).toEqual([value, false])
    expect(calls).toBe(0)
    expect('polluted' in {}).toBe(false)
  })

  it('takes bigints of 256 bits where it is told to, and nowhere else', () => {
    const largest = 2n ** 256n - 1n
    expect(isBearable({ value: [0n, largest] }, { bigints: true })).toBe(true)
    expect([1n, { value: 1n }].map((value) => isBearable(value))).toEqual([false, false])
    expect([-1n, largest + 1n, [1n << 100_000n]].map((value) => isBearable(value, { bigints: true }))).toEqual([
      false,
      false,
      false,
    ])
    expect(isBearable(new Array(messageBytes / 32 + 1).fill(1n), { bigints: true })).toBe(false)
  })
})
