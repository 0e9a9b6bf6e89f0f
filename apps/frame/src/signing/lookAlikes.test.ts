import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../types.js'
import { receiversOf, warnOfLookAlikes } from './lookAlikes.js'
import { addressRow, receiverRow } from './signingContext.js'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const twin = '0x7099aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa79c8'
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const approval = (...rows: Approval['rows']): Approval => ({
  action: 'Send 1 ETH',
  title: 'Send ETH',
  danger: [],
  warnings: [],
  rows,
  details: [],
  network: 'Local (31337)',
  account: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  needsSecondLook: false,
})

describe('warnOfLookAlikes', () => {
  it('SEC-X-07 names the address that a receiver looks like, in red and with a second look', () => {
    const warned = warnOfLookAlikes(approval(receiverRow('To', twin)), [friend])
    expect(warned.danger).toEqual([expect.stringContaining('looks like an address that you know')])
    expect(warned.needsSecondLook).toBe(true)
    expect(warned.rows).toEqual([
      { label: 'To', value: twin, form: 'address', isReceiver: true, tone: 'danger' },
      { label: 'The address that you know', value: friend, form: 'address', tone: 'warning' },
    ])
  })

  it.each([
    ['a receiver that is known, in another case', friend.toLowerCase(), [friend]],
    ['a receiver that is known beside its twin', twin, [friend, twin]],
    ['a stranger', other, [friend]],
    ['one that only begins like it', `${twin.slice(0, 38)}0000`, [friend]],
    ['nobody known', twin, []],
  ])('says nothing of %s', (_, receiver, known) => {
    const plain = approval(receiverRow('To', receiver))
    expect(warnOfLookAlikes(plain, known)).toBe(plain)
  })

  it('SEC-X-07 compares only where something goes, and each receiver of several', () => {
    const plain = approval(addressRow('Contract', twin))
    expect(warnOfLookAlikes(plain, [friend])).toBe(plain)
    const two = approval(receiverRow('1. To', friend), receiverRow('2. To', twin))
    expect(receiversOf(two)).toEqual([friend, twin])
    expect(warnOfLookAlikes(two, [friend]).rows.map(({ tone }) => tone)).toEqual([undefined, 'danger', 'warning'])
  })

  it('takes for a receiver only an address that something goes to', () => {
    const named = { label: 'To', value: twin, isReceiver: true } as const
    const plain = approval(named, addressRow('Contract', twin), receiverRow('To', other))
    expect(receiversOf(plain)).toEqual([other])
    expect(warnOfLookAlikes(plain, [friend])).toBe(plain)
  })

  it.each([
    ['Bitcoin', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bcrt1qw50aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaat080'],
    ['Solana', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', '4Nd1aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaDB4T'],
    [
      'Solana, in another case',
      '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
      '4nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
    ],
  ])('SEC-X-07 knows the twins of %s', (_, known, alike) => {
    expect(warnOfLookAlikes(approval(receiverRow('To', alike)), [known]).danger).toHaveLength(1)
    expect(warnOfLookAlikes(approval(receiverRow('To', known)), [known]).danger).toEqual([])
  })

  it('SEC-X-07 property: any address with the same first and last four characters is warned of, and no other', () => {
    const hex = (size: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: size, maxLength: size })
    fc.assert(
      fc.property(hex(4), hex(32), hex(4), hex(32), hex(4), (head, one, tail, two, end) => {
        fc.pre(one !== two)
        const known = `0x${head}${one}${tail}`
        expect(warnOfLookAlikes(approval(receiverRow('To', `0x${head}${two}${tail}`)), [known]).danger).toHaveLength(1)
        const isTwin = end === tail
        expect(warnOfLookAlikes(approval(receiverRow('To', `0x${head}${two}${end}`)), [known]).danger).toHaveLength(
          isTwin ? 1 : 0,
        )
      }),
    )
  })
})
