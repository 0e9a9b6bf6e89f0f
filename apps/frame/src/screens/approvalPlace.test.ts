import { describe, expect, it } from 'vitest'
import { approvalPlace } from './approvalPlace.js'

const kinds = [
  'bundle',
  'evmMessage',
  'evmTypedData',
  'evmTransaction',
  'solanaMessage',
  'solanaTransaction',
  'bitcoinMessage',
  'bitcoinPsbt',
]

describe('where an approval is given', () => {
  it.each(kinds)('%s: by a number on a trusted site, in the window on another', (kind) => {
    expect([approvalPlace(kind, true), approvalPlace(kind, false)]).toEqual(['number', 'window'])
  })

  it('a sign-in with nothing else in it: in the frame on any site', () => {
    expect([approvalPlace('signIn', true), approvalPlace('signIn', false)]).toEqual(['frame', 'frame'])
  })

  it.each(['', 'swap', 'constructor', '__proto__', 'toString'])(
    'a kind that is not in the table (%j): in the window',
    (kind) => {
      expect(approvalPlace(kind, false)).toBe('window')
    },
  )
})
