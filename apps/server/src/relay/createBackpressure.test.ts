import { expect, it } from 'vitest'
import { createBackpressure } from './createBackpressure.js'
import { anybody } from './createStorageQuota.js'
import { unreadByAddress } from './relayLimits.js'

it('is full from the most on, for each address by itself, until it was read', () => {
  const unread = createBackpressure(10)
  unread.add('one', 4)
  unread.add('one', 5)
  unread.add('other', 3)
  expect([unread.isFull('one'), unread.isFull('other'), unread.isFull('nobody')]).toEqual([false, false, false])
  unread.add('one', 1)
  expect([unread.isFull('one'), unread.isFull('other')]).toEqual([true, false])
  unread.add('one', -1)
  expect(unread.isFull('one')).toBe(false)
})

it('owes nothing to an address that has read more than was counted', () => {
  const unread = createBackpressure(10)
  unread.add('one', 5)
  unread.add('one', -8)
  unread.add('one', 10)
  expect(unread.isFull('one')).toBe(true)
})

it('has no limit for those whom no part of an address holds, and else one of its own', () => {
  const unread = createBackpressure()
  for (const account of [anybody, 'one']) unread.add(account, unreadByAddress - 1)
  expect(unread.isFull('one')).toBe(false)
  for (const account of [anybody, 'one']) unread.add(account, 1)
  expect([unread.isFull(anybody), unread.isFull('one')]).toEqual([false, true])
})
