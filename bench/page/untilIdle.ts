import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, at most `cap` ms, until the machine does little else (Linux; elsewhere it does not wait); gives the busy share. */
export async function untilIdle(cap: number): Promise<number> {
  const start = Date.now()
  for (;;) {
    const before = readTicks()
    if (!before) return Number.NaN
    await sleep(700)
    const after = readTicks() ?? before
    const busy = 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all)
    if (busy < 0.1 || Date.now() - start > cap) return busy
  }
}

function readTicks(): { idle: number; all: number } | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number)
    return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.reduce((sum, value) => sum + value, 0) }
  } catch {
    return undefined
  }
}
