import { describe, expect, it } from 'vitest'
import { parseSendOptions } from './sendOptions.js'
import { solana } from './solana.js'

const refused = expect.objectContaining({ code: 'INVALID_PARAMS' })

describe('parseSendOptions', () => {
  it.each([
    ['[S5-12]', 'processed'],
    ['[S5-13]', 'confirmed'],
    ['[S5-14]', 'finalized'],
    ['[S5-15]', 'recent'],
    ['[S5-16]', 'single'],
    ['[S5-17]', 'singleGossip'],
    ['[S5-18]', 'root'],
    ['[S5-19]', 'max'],
  ])('%s takes the preflight commitment %s, and nothing near to it', (_, preflightCommitment) => {
    expect(parseSendOptions({ preflightCommitment })).toEqual({ preflightCommitment })
    expect(() => parseSendOptions({ preflightCommitment: `${preflightCommitment} ` })).toThrow(refused)
    expect(() => parseSendOptions({ preflightCommitment: preflightCommitment.toUpperCase() })).toThrow(refused)
  })

  it('behavior: every field may be absent, and a field that nobody knows goes no further', () => {
    expect(parseSendOptions(undefined)).toEqual({})
    expect(parseSendOptions({ encoding: 'base58', skipPreflight: true })).toEqual({
      skipPreflight: true,
    })
    const all = { skipPreflight: false, preflightCommitment: 'root', maxRetries: 0, minContextSlot: 7 }
    expect(parseSendOptions(all)).toEqual(all)
  })

  it.each([
    'confirmed',
    7,
    { preflightCommitment: 'sure' },
    { preflightCommitment: null },
    { preflightCommitment: ['confirmed'] },
    { skipPreflight: 'yes' },
    { maxRetries: -1 },
    { maxRetries: 1.5 },
    { maxRetries: '3' },
    { minContextSlot: Number.NaN },
  ])('error: refuses %j, and says what it takes', (value) => {
    expect(() => parseSendOptions(value)).toThrow(refused)
    expect(() => parseSendOptions(value)).toThrow(/must be /)
  })

  it('error: an adapter is not made with an option that nodes do not know', () => {
    expect(() => solana({ preflightCommitment: 'sure' as never })).toThrow(refused)
    expect(() => solana({ preflightCommitment: 'sure' as never })).toThrow(
      'processed, confirmed, finalized, recent, single, singleGossip, root, max',
    )
  })
})
