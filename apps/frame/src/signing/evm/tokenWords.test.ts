import { describe, expect, it } from 'vitest'
import { chain, usdc } from '../../../test/signingContext.js'
import { writeTime } from '../../dates.js'
import { tokenWords } from './describeCall.js'
import { readChecksum } from './evmAddress.js'

const strange = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

describe('tokenWords', () => {
  it('knows a token of the registry in any case, and of others what they claim', () => {
    expect(tokenWords(usdc.toLowerCase(), chain)).toMatchObject({ name: 'USDC', isFungible: true, warnings: [] })
    const claimed = tokenWords(strange, chain, { [strange.toLowerCase()]: { decimals: 36 } })
    expect(claimed).toMatchObject({
      name: 'an unknown token',
      isFungible: true,
      warnings: [expect.stringMatching(/not known here/)],
    })
    const row = { label: 'Unknown token', value: strange, form: 'address', tone: 'warning' }
    expect(claimed.rows).toEqual([row, { label: 'Decimals, as its contract claims', value: '36' }])
    expect(tokenWords(strange, chain)).toMatchObject({ isFungible: false, rows: [row] })
  })
})

describe('writeTime', () => {
  it('writes a time that there is, and else that it never comes', () => {
    expect(writeTime(0n, 'UTC')).toBe('Jan 1, 1970, 00:00 UTC')
    expect(writeTime(8_640_000_000_000n, 'UTC')).toBe('Sep 13, 275760, 00:00 UTC')
    expect(writeTime(8_640_000_000_001n)).toBe('for ever')
  })

  it('writes it by the clock of the visitor, with the day and the zone there', () => {
    const time = 1_893_456_000n
    expect(writeTime(time, 'Asia/Kolkata')).toBe('Jan 1, 2030, 05:30 GMT+5:30')
    expect(writeTime(time, 'America/New_York')).toBe('Dec 31, 2029, 19:00 EST')
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(writeTime(time)).toBe(writeTime(time, timeZone))
  })
})

describe('readChecksum', () => {
  it('takes an address of one case, or with its checksum', () => {
    const digits = usdc.slice(2)
    for (const good of [usdc, usdc.toLowerCase(), `0x${digits.toUpperCase()}`]) expect(readChecksum(good)).toBe(usdc)
    for (const bad of [
      usdc.replace('A0b', 'a0b'),
      digits,
      `${usdc}0`,
      usdc.slice(0, -1),
      `1${usdc}`,
      `${usdc} `,
      `0x${'g'.repeat(40)}`,
      `1${usdc.toLowerCase()}`,
      `${usdc.toLowerCase()}0`,
    ])
      expect([bad, readChecksum(bad)]).toEqual([bad, undefined])
  })
})
