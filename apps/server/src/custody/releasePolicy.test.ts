import { releasePurposes } from '@latchkey/protocol/internal/walletApi'
import { describe, expect, it } from 'vitest'
import { type ReleaseCondition, releasePolicy } from './releasePolicy.js'

// The table is repeated here by rule and not by row, so that a condition cannot be removed without a failing test.
const kinds = ['passkey', 'code', 'device', 'auto'] as const
const owned = ['passkey', 'code'] as const
const all = kinds.flatMap((kind) =>
  releasePurposes.map((purpose) => ({ kind, purpose, asks: releasePolicy[kind][purpose] })),
)
const where = (test: (one: (typeof all)[number]) => boolean) =>
  all.filter(test).map(({ kind, purpose }) => `${kind} ${purpose}`)
const asking = (condition: ReleaseCondition) => where(({ asks }) => asks.includes(condition))
const roundTrips = where(({ purpose }) => purpose === 'sign-up-roundtrip')
const grave = (kind: string) => [`${kind} export`, `${kind} factor`]

describe('a half is released', () => {
  it('in a session that was used and opened recently, always', () => {
    expect(asking('signing')).toEqual(where(() => true))
  })

  it('from a frozen wallet for no purpose but the owner’s answer that ends the freeze', () => {
    expect(asking('unfrozen')).toEqual(
      where(
        ({ kind, purpose }) =>
          purpose !== 'sign-up-roundtrip' && !(purpose === 'recover' && owned.some((each) => each === kind)),
      ),
    )
  })

  it('to the browser that makes the wallet, and to no other, while it is made', () => {
    expect(asking('enrolled')).toEqual(roundTrips)
  })

  it('of a passkey or a recovery code only when that answers itself', () => {
    expect(asking('answer')).toEqual(
      where(({ kind, purpose }) => owned.some((each) => each === kind) && purpose !== 'sign-up-roundtrip'),
    )
  })

  it('with a code of the last minutes for all that the mailbox has, and for what is grave', () => {
    expect(asking('code')).toEqual(
      where(({ kind, purpose }) => kind === 'auto' || purpose === 'export' || purpose === 'factor'),
    )
  })

  it('for export and factors never where the page has seen the code', () => {
    expect(asking('inside')).toEqual(kinds.flatMap(grave))
  })

  it('by the mailbox to no browser that the owner’s factor or the operator keeps out, for no purpose', () => {
    const byMailbox = where(({ kind, purpose }) => kind === 'auto' && purpose !== 'sign-up-roundtrip')
    expect(asking('owner')).toEqual(byMailbox)
    expect(asking('new-browser')).toEqual(byMailbox)
  })

  it('after a change of address neither by the mailbox nor for what is grave', () => {
    expect(asking('address')).toEqual(
      where(
        ({ kind, purpose }) =>
          purpose === 'export' || purpose === 'factor' || (kind === 'auto' && purpose !== 'sign-up-roundtrip'),
      ),
    )
  })

  it('for factors only to a browser that has been known for a day, where no factor of the owner answers', () => {
    expect(asking('known')).toEqual(['device factor', 'auto factor'])
  })

  it('for export beside a passkey only by an answer of the owner', () => {
    expect(asking('no-passkey')).toEqual(['device export', 'auto export'])
  })
})
