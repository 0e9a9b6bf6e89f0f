import { expect, it } from 'vitest'
import { createWaitingList } from './createWaitingList.js'

it('behavior: the newest takes the place of the oldest from the same address, and of no other', () => {
  const list = createWaitingList(2)
  expect(list.push('203.0.113.1', 'a')).toEqual([])
  expect(list.push('203.0.113.1', 'b')).toEqual([])
  expect(list.push('203.0.113.2', 'c')).toEqual([])
  expect(list.push('203.0.113.1', 'd')).toEqual(['a'])
  expect(list.push('203.0.113.1', 'e')).toEqual(['b'])
  expect(list.push('203.0.113.2', 'f')).toEqual([])
})

it('behavior: a network of IPv6 is one address, and the oldest of many addresses are forgotten', () => {
  const list = createWaitingList(1)
  expect(list.push('2001:db8::1', 'a')).toEqual([])
  expect(list.push('2001:db8::ffff:2', 'b')).toEqual(['a'])
  for (let at = 0; at < 20_000; at++) list.push(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 'x')
  expect(list.push('2001:db8::1', 'c')).toEqual([])
})
