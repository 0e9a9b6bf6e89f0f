import { expect, it } from 'vitest'
import type { SharedCounts } from '../platform/limits/shareCounts.js'
import { anybody, createStorageQuota } from './createStorageQuota.js'
import { addressShare } from './relayLimits.js'

const minute = 60_000
const create = (most: number, exemptLoopback = true) => createStorageQuota({ most, exemptLoopback })

it('behavior: an address has its part, all have the whole, and what is over is free again', () => {
  const storage = create(10 * addressShare)
  const [one, other] = [storage.accountOf('203.0.113.1'), storage.accountOf('203.0.113.2')]
  expect(storage.take(one, 6, 2 * minute)).toBeDefined()
  expect(storage.take(one, 5, 2 * minute)).toBeUndefined()
  const claim = storage.take(one, 4, 3 * minute)
  expect(storage.take(other, 10, 2 * minute)).toBeDefined()
  expect(storage.take(one, 1, 2 * minute)).toBeUndefined()
  if (claim) storage.release(claim)
  expect(storage.take(one, 4, 3 * minute)).toBeDefined()
  storage.sweep(2 * minute - 1)
  expect(storage.take(one, 1, 3 * minute)).toBeUndefined()
  storage.sweep(2 * minute)
  expect(storage.take(one, 6, 3 * minute)).toBeDefined()
  expect(storage.take(one, 1, 3 * minute)).toBeUndefined()
})

it('behavior: many addresses together do not get more than the whole', () => {
  const storage = create(2 * addressShare)
  const claims = Array.from({ length: addressShare + 5 }, (_, at) =>
    storage.take(storage.accountOf(`203.0.113.${at}`), 2, minute),
  )
  expect(claims.filter((claim) => claim !== undefined)).toHaveLength(addressShare)
  const [first] = claims
  if (first) storage.release(first)
  const late = Array.from({ length: 3 }, (_, at) => storage.take(storage.accountOf(`198.51.100.${at}`), 2, minute))
  expect(late.filter((claim) => claim !== undefined)).toHaveLength(1)
  storage.sweep(minute)
  if (first) storage.release(first)
  expect(storage.take(storage.accountOf('203.0.113.1'), 2, 2 * minute)).toBeDefined()
})

it('behavior: a network of IPv6 is one address, this machine is none where it is exempt, and 0 is no limit', () => {
  const storage = create(addressShare)
  expect(storage.take(storage.accountOf('2001:db8::1'), 1, minute)).toBeDefined()
  expect(storage.take(storage.accountOf('2001:db8::ffff:2'), 1, minute)).toBeUndefined()
  for (let at = 0; at < 3; at++) expect(storage.take(storage.accountOf('127.0.0.1'), 1, minute)).toBeDefined()
  const strict = create(addressShare, false)
  expect(strict.take(strict.accountOf('127.0.0.1'), 2, minute)).toBeUndefined()
  const open = create(0)
  for (let at = 0; at < 9; at++) expect(open.take(open.accountOf('203.0.113.1'), 1e12, minute)).toBeDefined()
})

it('behavior: what was there before counts too', () => {
  const storage = create(2 * addressShare)
  storage.add(new Map([[1, 2 * addressShare - 1]]))
  expect(storage.take(storage.accountOf('203.0.113.1'), 2, 2 * minute)).toBeUndefined()
  storage.sweep(minute)
  expect(storage.take(storage.accountOf('203.0.113.1'), 2, 2 * minute)).toBeDefined()
})

it('behavior: what other processes keep for an address counts for its part, and it is notified of what is much here', () => {
  const shared: { name: string; own: () => Iterable<[string, number]> }[] = []
  const elsewhere = new Map([['203.0.113.1', 10]])
  const counts: SharedCounts = {
    spending: () => () => {},
    holding(name, own) {
      shared.push({ name, own })
      return (client) => elsewhere.get(client) ?? 0
    },
    close: () => {},
  }
  const storage = createStorageQuota({ most: 32 * addressShare, exemptLoopback: true, counts })
  expect(storage.take('203.0.113.1', 23, minute)).toBeUndefined()
  expect(storage.take('203.0.113.1', 22, minute)).toBeDefined()
  expect(storage.take('203.0.113.2', 1, minute)).toBeDefined()
  expect(storage.take('203.0.113.3', 2, minute)).toBeDefined()
  expect(storage.take(anybody, 5, minute)).toBeDefined()
  const [{ name, own } = { name: '', own: () => [] }] = shared
  expect([shared.length, name]).toEqual([1, 'relay storage'])
  // From a sixteenth of a part on.
  expect([...own()]).toEqual([
    ['203.0.113.1', 22],
    ['203.0.113.3', 2],
  ])
  storage.sweep(minute)
  expect([...own()]).toEqual([])
})

it('behavior: what was given back is not taken off again when its minute is over, and nothing is given back twice', () => {
  const storage = create(addressShare * 10)
  const account = '203.0.113.1'
  const first = storage.take(account, 6, minute)
  const second = storage.take(account, 4, minute)
  expect([first, second]).toEqual([
    { account, bytes: 6, minute: 1 },
    { account, bytes: 4, minute: 1 },
  ])
  if (!first || !second) throw new Error('There is room')
  storage.release(first)
  expect(storage.take(account, 7, 5 * minute)).toBeUndefined()
  expect(storage.take(account, 6, 5 * minute)).toBeDefined()
  storage.release(first)
  expect(storage.take(account, 1, 5 * minute), 'once').toBeUndefined()
  storage.sweep(minute)
  expect(storage.take(account, 5, 5 * minute)).toBeUndefined()
  expect(storage.take(account, 4, 5 * minute)).toBeDefined()
  storage.release(second)
  expect(storage.take(account, 1, 5 * minute), 'it went with its minute').toBeUndefined()
  storage.release({ account: '203.0.113.9', bytes: 1, minute: 5 })
  storage.release({ account, bytes: 1, minute: 77 })
  expect(storage.take(account, 1, 5 * minute)).toBeUndefined()
})

it('behavior: a byte that goes within a minute is counted to its end, and the whole may be filled to the last one', () => {
  const storage = create(addressShare)
  expect(storage.take('203.0.113.1', 1, minute + 1)).toMatchObject({ minute: 2 })
  storage.sweep(2 * minute - 1)
  expect(storage.take('203.0.113.1', 1, minute)).toBeUndefined()
  expect(storage.take(anybody, addressShare, minute)).toBeUndefined()
  expect(storage.take(anybody, addressShare - 1, minute)).toBeDefined()
  expect(storage.take(anybody, 1, minute)).toBeUndefined()
})
