import { describe, expect, it } from 'vitest'
import { createUsedTokens } from './createUsedTokens.js'

const day = 86_400_000

function make(most: number) {
  const time = { now: 1_000_000 }
  const used = createUsedTokens({ most, clock: () => new Date(time.now) })
  const add = (id: string, ip: string, life = day) => used.add(id, { ip, young: 10_000, life })
  const isKnown = (id: string) => used.read(id) !== undefined
  return { time, used, add, isKnown }
}

describe('used tokens', () => {
  it('behavior: are young, then spent, then forgotten', () => {
    const { time, used, add } = make(100)
    expect(used.read('a')).toBeUndefined()
    add('a', '203.0.113.1')
    expect(used.read('a')).toEqual({ isYoung: true })
    time.now += 9_999
    expect(used.read('a')).toEqual({ isYoung: true })
    time.now += 1
    expect(used.read('a')).toEqual({ isYoung: false })
    time.now += day - 10_001
    expect(used.read('a')).toEqual({ isYoung: false })
    time.now += 1
    expect(used.read('a')).toBeUndefined()
  })

  it('[SEC-W-01] behavior: are not forgotten because somebody else uses up as many as they like', () => {
    const { add, isKnown } = make(1_000)
    const own = ['a', 'b', 'c']
    for (const id of own) add(id, '203.0.113.1')
    // One machine, one household, and one provider's block.
    for (let at = 0; at < 3_000; at++) add(`one-${at}`, '198.51.100.7')
    for (let at = 0; at < 3_000; at++) add(`home-${at}`, `2001:db8:0:1::${at.toString(16)}`)
    for (let at = 0; at < 3_000; at++) add(`block-${at}`, `2001:db9:0:${at.toString(16)}::1`)
    expect(own.filter(isKnown)).toEqual(own)
    // What was used last is known as well.
    expect(isKnown('block-2999')).toBe(true)
    expect(isKnown('block-0')).toBe(false)
    expect(isKnown('one-0')).toBe(false)
  })

  it('behavior: lose the oldest of many networks that used as many each', () => {
    const { add, isKnown } = make(640)
    const ids = Array.from({ length: 641 }, (_, at) => `from-${at}`)
    for (const [at, id] of ids.entries()) add(id, `10.${at >> 8}.${at & 255}.1`)
    // A sixty-fourth goes at once, besides the one that is too many.
    expect(ids.filter((id) => !isKnown(id))).toEqual(ids.slice(0, 11))
  })

  it('behavior: lose as many of each of the networks that used the most, and no more than that', () => {
    const { add, isKnown } = make(640)
    const ids = [161, 160, 160, 160].map((count, net) => Array.from({ length: count }, (_, at) => `${net}-${at}`))
    for (const [net, own] of ids.entries()) for (const id of own) add(id, `198.51.${net}.1`)
    expect(ids.map((own) => own.filter(isKnown).length)).toEqual([157, 157, 158, 158])
  })

  it('behavior: count nothing that is over for the network that it came from', () => {
    const { time, add, isKnown } = make(100)
    for (let at = 0; at < 50; at++) add(`old-${at}`, '198.51.100.7', 1_000)
    time.now += 1_000
    for (let at = 0; at < 51; at++) add(`first-${at}`, '203.0.113.1')
    const own = Array.from({ length: 5 }, (_, at) => `own-${at}`)
    for (const id of own) add(id, '198.51.100.7')
    for (let at = 0; at < 200; at++) add(`more-${at}`, '203.0.113.1')
    expect(own.filter(isKnown)).toEqual(own)
  })

  it('behavior: make room of what is over first, and keep no more than asked for', () => {
    const { time, add, isKnown } = make(100)
    for (let at = 0; at < 50; at++) add(`old-${at}`, `10.0.${at}.1`, 1_000)
    for (let at = 0; at < 50; at++) add(`new-${at}`, '203.0.113.1')
    time.now += 1_000
    add('last', '203.0.113.1')
    const kept = Array.from({ length: 50 }, (_, at) => `new-${at}`)
    expect(kept.filter(isKnown)).toEqual(kept)
    expect(isKnown('last')).toBe(true)
  })

  it('behavior: count one that is used in two places at once once', () => {
    const { add, isKnown } = make(64)
    for (let at = 0; at < 60; at++) {
      add(`twice-${at}`, '203.0.113.1')
      add(`twice-${at}`, '198.51.100.1')
    }
    for (let at = 0; at < 4; at++) add(`more-${at}`, '203.0.113.1')
    expect(Array.from({ length: 60 }, (_, at) => `twice-${at}`).every(isKnown)).toBe(true)
    add('beyond', '192.0.2.1')
    expect([isKnown('twice-0'), isKnown('twice-1'), isKnown('twice-2'), isKnown('more-0')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('behavior: stay quick when many networks fill them', () => {
    const { add, isKnown } = make(20_000)
    const start = performance.now()
    for (let at = 0; at < 20_000; at++) add(`${at}`, `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
    for (let at = 0; at < 20_000; at++)
      add(`wide-${at}`, `2001:${(at >> 16).toString(16)}:${(at & 65_535).toString(16)}::1`)
    expect(isKnown('wide-19999')).toBe(true)
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})
