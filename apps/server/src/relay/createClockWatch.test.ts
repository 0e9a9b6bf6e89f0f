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
