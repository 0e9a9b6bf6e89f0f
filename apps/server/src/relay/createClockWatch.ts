import { networkOf } from '../platform/limits/networkOf.js'
import type { Log } from '../platform/log/log.js'

/** Compares the times in tokens of clients with the clock of this server. */
export type ClockWatch = {
  /** Takes how many seconds after this server's time a client says that it made its token. */
  see(ip: string, seconds: number): void
}

/** How many networks have to agree, and how many are remembered, for how many milliseconds. */
const [fewest, most, life] = [10, 100, 600_000]
/** From how many seconds on a clock is wrong, and how far apart clients may be who agree. */
const [wrong, apart] = [120, 60]
const sayEvery = 3_600_000

/**
 * Creates the part that notices that the clock of this server is wrong: clients make a token when they connect, so where those of many networks
 * look early or late by the same time, it is the server that errs.
 *
 * @param options - The log and the clock.
 * @returns The watch; it writes to the log at most once an hour.
 */
export function createClockWatch({ log, clock }: { log: Log; clock: () => Date }): ClockWatch {
  const seen = new Map<string, { at: number; seconds: number }>()
  let said = Number.NEGATIVE_INFINITY

  return {
    see(ip, seconds) {
      const now = clock().getTime()
      const network = networkOf(ip)
      // The newest stand last.
      seen.delete(network)
      seen.set(network, { at: now, seconds })
      for (const [name, { at }] of seen) {
        if (seen.size <= most && now - at <= life) break
        seen.delete(name)
      }
      if (seen.size < fewest || Math.abs(seconds) < wrong || now - said < sayEvery) return
      const all = [...seen.values()].map((each) => each.seconds).sort((one, other) => one - other)
      const middle = all[Math.floor(all.length / 2)] ?? 0
      const agreeing = all.filter((each) => Math.abs(each - middle) <= apart).length
      if (Math.abs(middle) < wrong || agreeing < 0.75 * all.length) return
      said = now
      log.error(
        { seconds: Math.round(middle), networks: all.length },
        `The clock of this server is probably ${middle > 0 ? 'behind' : 'ahead'}: compare it with NTP`,
      )
    },
  }
}
