import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from './log.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function logOf(level = 'trace') {
  const lines: { [name: string]: unknown }[] = []
  const log = createLog(level, {
    every: 10_000,
    write: (line) => {
      const { level: _, time: __, ...rest } = JSON.parse(line)
      lines.push(rest)
    },
  })
  return { log, lines, take: () => lines.splice(0) }
}

it('a line that comes again and again is written once in a pause, with how many were left out', () => {
  const { log, take } = logOf()
  for (let at = 1; at <= 50; at++) log.error({ requestId: at, reason: `words ${at}` }, 'It failed')
  expect(take()).toEqual([{ requestId: 1, reason: 'words 1', msg: 'It failed' }])
  vi.advanceTimersByTime(10_000)
  expect(take()).toEqual([{ requestId: 50, reason: 'words 50', leftOut: 48, msg: 'It failed' }])
  for (let at = 51; at <= 52; at++) log.error({ requestId: at }, 'It failed')
  expect(take()).toEqual([])
  vi.advanceTimersByTime(10_000)
  expect(take()).toEqual([{ requestId: 52, leftOut: 1, msg: 'It failed' }])
  vi.advanceTimersByTime(20_000)
  expect(take()).toEqual([])
  log.error({ requestId: 53 }, 'It failed')
  expect(take()).toEqual([{ requestId: 53, msg: 'It failed' }])
  expect(vi.getTimerCount()).toBe(1)
})

it('no line hides another one: of another network, code, place or name', () => {
  const { log, lines } = logOf()
  const one = new Error('x')
  const other = new Error('x')
  for (const fields of [{ chain: 'a' }, { chain: 'b' }, { code: 'A' }, { code: 'B' }, { err: one }, { err: other }])
    for (let at = 0; at < 3; at++) log.warn(fields, 'It failed')
  for (let at = 0; at < 3; at++) log.warn('Another thing failed')
  for (let at = 0; at < 3; at++) log.error('Another thing failed')
  expect(lines).toHaveLength(8)
})

it('what mends nothing and warns of nothing is written each time, and a level that is not wanted never', () => {
  const { log, lines } = logOf('info')
  for (let at = 0; at < 3; at++) log.info({ at }, 'It was read')
  for (let at = 0; at < 3; at++) log.debug({ at }, 'It was read')
  expect(lines.map(({ at }) => at)).toEqual([0, 1, 2])
})
