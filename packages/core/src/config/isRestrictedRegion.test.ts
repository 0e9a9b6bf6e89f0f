import { describe, expect, it } from 'vitest'
import { isRestrictedRegion } from './isRestrictedRegion.js'

const any = (zones: readonly string[]) => zones.flatMap((zone) => [zone, zone.toLowerCase(), zone.toUpperCase()])

describe('isRestrictedRegion', () => {
  it.each(any(['Shanghai', 'Urumqi', 'Chongqing', 'Harbin', 'Kashgar', 'Beijing']))('[S9-41] Asia/%s is', (zone) => {
    expect(isRestrictedRegion(`Asia/${zone}`)).toBe(true)
  })
  it.each(any(['Hong_Kong']))('[S9-42] Asia/%s is', (zone) => {
    expect(isRestrictedRegion(`Asia/${zone}`)).toBe(true)
  })
  it.each(any(['Macau', 'Macao']))('[S9-43] Asia/%s is', (zone) => {
    expect(isRestrictedRegion(`Asia/${zone}`)).toBe(true)
  })
  it.each(['Asia/Tokyo', 'Asia/Taipei', 'Europe/Berlin', 'UTC', ''])('[S9-41][S9-42][S9-43] %s is not', (zone) => {
    expect(isRestrictedRegion(zone)).toBe(false)
  })
})
