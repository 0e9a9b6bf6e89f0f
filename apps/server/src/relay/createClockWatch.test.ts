import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createClockWatch } from './createClockWatch.js'

/** A watch whose clock is set by hand, and what it wrote. */
function watch() {
  const lines: { time: number; level: number; msg: string; seconds: number }[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let now = 1_800_000_000_000
  const { see } = createClockWatch({ log, clock: () => new Date(now) })
  return {
    lines,
    see,
    /** Tokens of several networks, each with its own offset. */
    seeAll(skews: readonly number[]) {
      for (const [at, skew] of skews.entries()) see(`203.0.${at}.7`, skew)
    },
    wait: (ms: number) => {
      now += ms
    },
  }
}
const many = (skew: number) => Array.from({ length: 10 }, (_, at) => skew + at)

it('says that the clock of the server is probably behind when tokens of many networks look early by the same time', () => {
  const { lines, seeAll } = watch()
  seeAll(many(3_600))
  expect(lines).toMatchObject([{ level: 50, seconds: 3_605 }])
  expect(lines[0]?.msg).toContain('behind')
  expect(lines[0]?.msg).toContain('NTP')
})

it('says that it is probably ahead when they look late', () => {
  const { lines, seeAll } = watch()
  seeAll(many(-3_600))
  expect(lines).toMatchObject([{ seconds: -3_595 }])
  expect(lines[0]?.msg).toContain('ahead')
})

it.each<[string, number[]]>([
  ['right', many(0)],
  ['two minutes off', many(100)],
  ['wrong by different times', many(0).map((_, at) => at * 1_000 - 3_000)],
  ['wrong for some, and right for most', [...many(0), ...many(3_600).slice(0, 3)]],
])('says nothing while the clocks of clients are %s', (_, skews) => {
  const { lines, seeAll } = watch()
  seeAll(skews)
  expect(lines).toEqual([])
})

it('takes one network for one client, however many tokens it makes', () => {
  const { lines, see } = watch()
  for (let at = 0; at < 500; at++) see(`203.0.113.${at % 2}`, 3_600)
  expect(lines).toEqual([])
})

it('says it once an hour, and no more once the clock is right', () => {
  const { lines, seeAll, wait } = watch()
  for (let minute = 0; minute < 59; minute++) {
    seeAll(many(3_600))
    wait(60_000)
  }
  expect(lines).toHaveLength(1)
  wait(60_000)
  seeAll(many(3_600))
  expect(lines).toHaveLength(2)
  // What was seen before the clock was set says nothing of it.
  wait(3_600_000)
  seeAll(many(0))
  expect(lines).toHaveLength(2)
})

it('says it where three quarters of the last hundred networks agree, and no earlier', () => {
  const { lines, see, seeAll } = watch()
  seeAll(Array.from({ length: 100 }, () => 0))
  const late = (from: number, to: number) => {
    for (let at = from; at < to; at++) see(`198.51.${at}.7`, 3_600)
  }
  late(0, 74)
  expect(lines).toEqual([])
  late(74, 75)
  expect(lines).toMatchObject([{ seconds: 3_600, networks: 100 }])
})

it('forgets a network after ten minutes', () => {
  for (const [wait, count] of [
    [600_000, 1],
    [600_001, 0],
  ] as const) {
    const clock = watch()
    clock.seeAll(many(3_600).slice(0, 9))
    clock.wait(wait)
    clock.see('198.51.100.7', 3_600)
    expect(clock.lines).toHaveLength(count)
  }
})

it.each<[string, number[], number]>([
  ['two minutes are wrong', many(0).map(() => 120), 1],
  ['less is not', many(0).map(() => 119), 0],
  ['those who agree may be a minute apart', [...Array(7).fill(3_600), ...Array(3).fill(3_660)], 1],
  ['but not more', [...Array(7).fill(3_600), ...Array(3).fill(3_661)], 0],
  ['one that is right among them does not hide it', [...Array(5).fill(3_600), 0, ...Array(4).fill(3_600)], 1],
  ['one that is right does not bring it up', [...Array(9).fill(3_600), 0], 0],
])('knows its figures: %s', (_, skews, count) => {
  const { lines, seeAll } = watch()
  seeAll(skews)
  expect(lines).toHaveLength(count)
})
