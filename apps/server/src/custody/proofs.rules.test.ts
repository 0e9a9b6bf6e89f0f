import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustody } from '../../test/createCustody.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import {
  hasAnswered,
  isOwned,
  noteProof,
  requireConfirmed,
  requireProof,
  requireThawedAddress,
  requireThawedOrOwned,
} from './proofs.js'
import { readStanding } from './readStanding.js'

const minutes = 60_000
const refused = (refusal: string) => ({ refusal })

let custody: Awaited<ReturnType<typeof createCustody>>
beforeAll(async () => {
  custody = await createCustody()
}, 180_000)
afterAll(() => custody?.stop())

async function owner() {
  const made = await custody.owner(['auto', 'code', 'passkey'])
  const { context } = custody
  const { session, walletId } = made
  return {
    ...made,
    opens: (kind: 'device' | 'auto' | 'passkey' | 'code', at: Principal = session) =>
      noteProof(context, at, { walletId, kind }),
    proof: (at: Principal = session, wallet = walletId) => requireProof(context, at, wallet),
    answered: (at: Principal = session, wallet = walletId) => hasAnswered(context, at, wallet),
  }
}

it('what the owner alone has is a passkey or a recovery code', () => {
  expect((['device', 'auto', 'passkey', 'code'] as const).filter(isOwned)).toEqual(['passkey', 'code'])
})

describe('a proof', () => {
  const wrong = refused('PROOF_WRONG')

  it('is of one session, browser and wallet, for five minutes', async () => {
    const [one, two] = [await owner(), await owner()]
    await expect(one.proof()).rejects.toMatchObject(wrong)
    await one.opens('device')
    await one.proof()
    const others: Partial<Principal>[] = [{ sessionId: custody.newId() }, { deviceId: custody.newId() }]
    for (const other of others) await expect(one.proof({ ...one.session, ...other })).rejects.toMatchObject(wrong)
    await expect(one.proof(one.session, two.walletId)).rejects.toMatchObject(wrong)
    await one.proof(custody.later(one.session, 5 * minutes - 1))
    await expect(one.proof(custody.later(one.session, 1))).rejects.toMatchObject(wrong)
  })

  it('counts for nothing while the wallet is frozen, and adds nothing to a freeze whose time is over', async () => {
    const { session, walletId } = await custody.owner(['auto'])
    const opens = () => noteProof(custody.context, session, { walletId, kind: 'device' })
    const proof = () => requireProof(custody.context, session, walletId)
    await opens()
    await custody.db.query.execute(
      sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${custody.newId()}, ${walletId}, ${custody.context.now()})`,
    )
    await expect(proof()).rejects.toMatchObject(refused('WALLET_FROZEN'))
    custody.later(session, custody.context.freezeLife)
    await opens()
    await proof()
    // Else a passkey that is added now would make it last.
    await custody.addFactor(walletId, 'passkey')
    await proof()
  })
})

describe('an answer', () => {
  it('of the owner counts for five minutes, and neither a device nor the mailbox gives one', async () => {
    const { answered, opens, session } = await owner()
    for (const kind of ['device', 'auto'] as const) {
      await opens(kind)
      expect(await answered()).toBe(false)
    }
    for (const kind of ['passkey', 'code'] as const) {
      await opens(kind)
      expect(await answered()).toBe(true)
      expect(await answered(custody.later(session, 5 * minutes - 1))).toBe(true)
      expect(await answered(custody.later(session, 1))).toBe(false)
    }
  })

  it('is kept by the next release of the same wallet and browser, and by no other', async () => {
    const [one, two] = [await owner(), await owner()]
    await one.opens('passkey')
    await one.opens('device')
    expect(await one.answered()).toBe(true)
    expect(await one.answered({ ...one.session, deviceId: custody.newId() })).toBe(false)
    expect(await one.answered(one.session, two.walletId)).toBe(false)
    await noteProof(custody.context, one.session, { walletId: two.walletId, kind: 'device' })
    expect(await one.answered(one.session, two.walletId)).toBe(false)
    await one.opens('device')
    expect(await one.answered()).toBe(false)
  })
})

describe('a confirmation', () => {
  const step = refused('STEP_UP_REQUIRED')
  const confirmed = (at: Principal, walletId: string) => requireConfirmed(custody.context, at, walletId)

  it('is a code of the last five minutes, whatever else answered', async () => {
    const { opens, session, walletId } = await owner()
    await opens('passkey')
    await confirmed(session, walletId)
    const late = custody.later(session, 5 * minutes + 1)
    await opens('passkey', late)
    await expect(confirmed(late, walletId)).rejects.toMatchObject(step)
  })

  it('is the owner’s answer in a session that a recovery code opened, or a code that was typed since', async () => {
    const { opens, session, walletId } = await owner()
    const opened = (otpAt: number): Principal => ({ ...session, now: custody.clock.now, openedBy: 'code', otpAt })
    await expect(confirmed(opened(0), walletId)).rejects.toMatchObject(refused('OWNER_REQUIRED'))
    await opens('device')
    await expect(confirmed(opened(0), walletId)).rejects.toMatchObject(refused('OWNER_REQUIRED'))
    await confirmed(opened(session.otpAt), walletId)
    await custody.db.query.execute(sql`delete from recovery.mail_codes where device_id = ${session.deviceId}`)
    await expect(confirmed(opened(session.now - 5 * minutes), walletId)).rejects.toMatchObject(step)
    await expect(confirmed(opened(session.now - 5 * minutes - 1), walletId)).rejects.toMatchObject(
      refused('OWNER_REQUIRED'),
    )
    await opens('code')
    await confirmed(opened(0), walletId)
  })
})

describe('the wait', () => {
  const frozen = refused('FROZEN')
  const thawed = (at: Principal, walletId: string) => requireThawedOrOwned(custody.context, at, walletId)
  const move = (userId: string, ms: number | null) =>
    custody.db.query.execute(
      sql`update auth.users set frozen_until = to_timestamp(${ms === null ? null : ms / 1000}::float8) where id = ${userId}`,
    )

  it('of a new browser ends with the owner’s answer, and by itself', async () => {
    const { opens, session, walletId } = await owner()
    const fresh = { ...session, frozenUntil: session.now + 1 }
    await expect(thawed(fresh, walletId)).rejects.toMatchObject(frozen)
    await thawed({ ...session, frozenUntil: session.now }, walletId)
    await opens('device')
    await expect(thawed(fresh, walletId)).rejects.toMatchObject(frozen)
    await opens('passkey')
    await thawed(fresh, walletId)
  })

  it('of a new address stays under every answer, and says how long', async () => {
    const { opens, session, userId, walletId } = await owner()
    await opens('passkey')
    await move(userId, session.now + 1_000)
    const fresh = { ...session, frozenUntil: session.now + 1_000 }
    await expect(thawed(fresh, walletId)).rejects.toMatchObject({ ...frozen, more: { retryAfterMs: 1_000 } })
    await expect(requireThawedAddress(custody.context, session)).rejects.toMatchObject(frozen)
    await move(userId, session.now)
    await thawed(fresh, walletId)
    await requireThawedAddress(custody.context, fresh)
    await move(userId, null)
    await requireThawedAddress(custody.context, fresh)
    await requireThawedAddress(custody.context, { ...fresh, userId: custody.newId() })
  })
})

describe('a browser', () => {
  it('stands to a wallet by the vault’s own rows, until it is removed', async () => {
    const { session, userId, walletId } = await owner()
    const standing = (at: Principal = session, wallet = walletId) => readStanding(custody.context, at, wallet)
    expect(await standing()).toEqual({ isCreating: false, isEnrolled: true, hasOwned: true, hasPasskey: true })
    const stranger = await custody.signIn(userId)
    expect(await standing(stranger)).toEqual({ isCreating: false, isEnrolled: false, hasOwned: true, hasPasskey: true })
    expect(await standing({ ...session, userId: custody.newId() })).toBeUndefined()
    await custody.db.query.execute(
      sql`update auth.devices set revoked_at = ${custody.context.now()} where id = ${session.deviceId}`,
    )
    expect((await standing())?.isEnrolled).toBe(false)
    const plain = await custody.owner(['auto'], 'creating')
    expect(await standing(plain.session, plain.walletId)).toEqual({
      isCreating: true,
      isEnrolled: true,
      hasOwned: false,
      hasPasskey: false,
    })
  })

  it('that signed in again after its half was written has none', async () => {
    const { session, walletId } = await owner()
    const again = sql`update auth.devices set created_at = ${custody.context.now()} + interval '1 millisecond' where id = ${session.deviceId}`
    await custody.db.query.execute(again)
    expect((await readStanding(custody.context, session, walletId))?.isEnrolled).toBe(false)
  })
})
