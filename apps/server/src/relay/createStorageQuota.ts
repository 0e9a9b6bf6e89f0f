import { isLoopback } from '../platform/http/clientIp.js'
import { networkOf } from '../platform/limits/networkOf.js'
import type { SharedCounts } from '../platform/limits/shareCounts.js'
import { addressShare } from './relayLimits.js'

/** What counts as kept: whose it is, how many bytes, and in which minute since 1970 they go. */
export type Claim = { readonly account: string; readonly bytes: number; readonly minute: number }

/** Counts the bytes that are kept, in all and for each client address. */
export type Storage = {
  /** Under which name an address is counted. */
  accountOf(ip: string): string
  /** Counts bytes until a time, in milliseconds; undefined, and nothing counted, when there is no room for them. */
  take(account: string, bytes: number, until: number): Claim | undefined
  /** Undoes `take` for what was not kept after all. */
  release(claim: Claim): void
  /** Counts what was kept before by anybody: bytes by the minute in which they go. */
  add(kept: ReadonlyMap<number, number>): void
  /** Takes off what is over. */
  sweep(now: number): void
}

/** The name of those whom no part of an address holds. */
export const anybody = ''
const minuteLength = 60_000

/**
 * Creates the count that keeps the disk from being filled: a client makes as many keys as it likes, so what counts is its address.
 * It is kept in memory, so that the database does not reveal who sent what. The part of an address counts what other
 * processes keep for it where they share their counts; the whole is counted by each process.
 *
 * @param options - How many bytes may be kept, 0 for as many as there are, and whether this machine itself has all of them,
 * and what other processes report.
 * @returns The count; a /64 of IPv6 is one address.
 */
export function createStorageQuota(options: {
  most: number
  exemptLoopback: boolean
  counts?: SharedCounts | undefined
}): Storage {
  const most = options.most === 0 ? Number.POSITIVE_INFINITY : options.most
  const part = most / addressShare
  const accounts = new Map<string, number>()
  /** What goes in a minute, by account. */
  const minutes = new Map<number, Map<string, number>>()
  let total = 0
  const elsewhere = options.counts?.holding('relay storage', function* heavy() {
    // Who keeps less than this in each of sixteen processes is below its part.
    for (const [account, bytes] of accounts) if (account !== anybody && bytes >= part / 16) yield [account, bytes]
  })

  function count(account: string, bytes: number): void {
    total += bytes
    const sum = (accounts.get(account) ?? 0) + bytes
    if (sum > 0) accounts.set(account, sum)
    else accounts.delete(account)
  }

  function keep({ account, bytes, minute }: Claim): void {
    count(account, bytes)
    const going = minutes.get(minute) ?? new Map<string, number>()
    minutes.set(minute, going)
    going.set(account, (going.get(account) ?? 0) + bytes)
  }

  return {
    accountOf: (ip) => (options.exemptLoopback && isLoopback(ip) ? anybody : networkOf(ip)),
    take(account, bytes, until) {
      if (total + bytes > most) return undefined
      const kept = () => (accounts.get(account) ?? 0) + (elsewhere?.(account) ?? 0)
      if (account !== anybody && kept() + bytes > part) return undefined
      const claim = { account, bytes, minute: Math.ceil(until / minuteLength) }
      keep(claim)
      return claim
    },
    release({ account, bytes, minute }) {
      const going = minutes.get(minute)
      const left = (going?.get(account) ?? 0) - bytes
      if (going === undefined || left < 0) return
      going.set(account, left)
      count(account, -bytes)
    },
    add(kept) {
      for (const [minute, bytes] of kept) keep({ account: anybody, bytes, minute })
    },
    sweep(now) {
      for (const [minute, going] of minutes) {
        if (minute * minuteLength > now) continue
        minutes.delete(minute)
        for (const [account, bytes] of going) count(account, -bytes)
      }
    },
  }
}
