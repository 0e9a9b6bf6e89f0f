import { anybody } from './createStorageQuota.js'
import { unreadByAddress } from './relayLimits.js'

/** Counts the bytes that the sockets of each client address were sent and have not read. */
export type Unread = {
  /** Counts bytes for an address, or takes them off where they are below zero. */
  add(account: string, bytes: number): void
  /** Whether an address leaves as much unread as it may. */
  isFull(account: string): boolean
}

/**
 * Creates the count that keeps one client address from filling the memory: each of its thousands of sockets may leave some megabytes
 * unread, and one message goes to all of them that listen to its topic.
 *
 * @param most - How many bytes one address may leave unread.
 * @returns The count; those whom no part of an address holds have no limit.
 */
export function createBackpressure(most: number = unreadByAddress): Unread {
  const accounts = new Map<string, number>()
  return {
    add(account, bytes) {
      const sum = (accounts.get(account) ?? 0) + bytes
      if (sum > 0) accounts.set(account, sum)
      else accounts.delete(account)
    },
    isFull: (account) => account !== anybody && (accounts.get(account) ?? 0) >= most,
  }
}
