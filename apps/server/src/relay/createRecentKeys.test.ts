import { expect, it } from 'vitest'
import { createRecentKeys } from './createRecentKeys.js'

it('remembers a key until its time, and no other', () => {
  const seen = createRecentKeys(2)
  seen.add('one', 10)
  expect([seen.has('one', 9), seen.has('one', 10), seen.has('other', 0)]).toEqual([true, false, false])
  seen.add('one', 20)
  expect(seen.has('one', 19)).toBe(true)
})

it('remembers as many as its limit, and at most twice as many', () => {
  const seen = createRecentKeys<number>(3)
  for (let key = 1; key <= 6; key++) {
    seen.add(key, 10)
    expect([1, 2, 3, 4, 5, 6].filter((each) => seen.has(each, 0))).toHaveLength(key)
  }
  seen.add(7, 10)
  expect([1, 2, 3, 4, 5, 6, 7].filter((each) => seen.has(each, 0))).toEqual([4, 5, 6, 7])
})
