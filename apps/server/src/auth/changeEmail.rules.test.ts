import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '../../test/createAuth.js'
import { noteProof } from '../custody/proofs.js'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import {
  isUndoLink,
  startEmailChange,
  undoEmailChange,
  undoLife,
  verifyPrimary,
  verifySecondary,
} from './changeEmail.js'
import { readUserEmail } from './sessions.js'

const minute = 60_000
const asker = { ip: '203.0.113.7', browser: 'Firefox' }
const refused = (refusal: string) => ({ refusal })

let auth: Awaited<ReturnType<typeof createAuth>>
beforeAll(async () => {
  auth = await createAuth()
}, 180_000)
afterAll(() => auth?.stop())

/** A person who wants another address, and the steps of the change. */
async function person(kinds: Parameters<typeof auth.person>[0] = ['auto']) {
  const made = await auth.person(kinds)
  const { session, userId, walletId } = made
  const next = auth.newEmail()
  const at = (change: Partial<Principal> = {}): Principal => ({ ...session, now: auth.clock.now, ...change })
  const type = async (kind: 'change-primary' | 'change-secondary') => {
    const found = await rows<{ id: string }>(
      auth.db.query,
      sql`select id from auth.challenges where session_id = ${session.sessionId} and kind = ${kind} order by created_at desc limit 1`,
    )
    await auth.prove(found[0]?.id ?? '', session.deviceId, kind)
  }
  const start = (change: Partial<Principal> = {}, email = next) =>
    startEmailChange(auth.context, at(change), asker, email)
  const primary = (change: Partial<Principal> = {}, typed: { typedIn?: Principal['typedIn'] } = {}) =>
    verifyPrimary(auth.context, at(change), asker, typed)
  const secondary = (change: Partial<Principal> = {}, typed: { typedIn?: Principal['typedIn'] } = {}) =>
    verifySecondary(auth.context, at(change), typed)
  /** Goes as far as the code of the new address is typed. */
  const reach = async () => {
    await start()
    await type('change-primary')
    await primary()
    await type('change-secondary')
  }
  const change = async () => {
    await reach()
    await secondary()
    const { text = '' } = auth.mails.filter(({ to }) => to === made.email).at(-1) ?? {}
    return /\/undo\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
  }
  const freeze = () =>
    auth.run(
      sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${auth.newId()}, ${walletId}, ${auth.context.now()})`,
    )
  const email = async () => (await readUserEmail(auth.context, userId)).email
  const answer = () => noteProof(auth.custody, session, { walletId, kind: 'passkey' })
  return { ...made, next, type, start, primary, secondary, reach, change, freeze, answer, address: email }
}

it('a change takes a code of the old address and one of the new, and the old one has three days to undo it', async () => {
  const { address, email, next, primary, secondary, session, start, type, userId } = await person()
  await auth.asks()
  expect(await start()).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
  expect(await auth.asks()).toMatchObject([{ ask: 'code', kind: 'change-primary', email }])
  await type('change-primary')
  expect(await primary()).toEqual({ action: 'VERIFY_SECONDARY_OTP' })
  expect(await auth.asks()).toMatchObject([{ ask: 'code', kind: 'change-secondary', email: next }])
  await type('change-secondary')
  expect(await address()).toBe(email)
  const other = await auth.signIn(userId)
  await auth.run(sql`update auth.sessions set mail_id = 'before' where user_id = ${userId}`)
  const pokes = auth.pokes()
  expect(await secondary()).toEqual({ newEmail: next })
  expect([await address(), auth.pokes()]).toEqual([next, pokes + 1])
  expect(await auth.asks()).toMatchObject([{ ask: 'move', userId, deviceId: session.deviceId }])
  const waits = sql`select 1 from auth.users where id = ${userId} and frozen_until = ${auth.context.now()} + ${undoLife}::float8 * interval '1 millisecond'`
  expect(await auth.count(waits)).toBe(1)
  // A wallet that is made later belongs to the new address.
  const mailOf = (sessionId: string) =>
    auth.count(sql`select 1 from auth.sessions where id = ${sessionId} and mail_id is not null`)
  expect([await mailOf(session.sessionId), await mailOf(other.sessionId)]).toEqual([1, 0])
  const mail = auth.mails.at(-1)
  expect(mail).toMatchObject({ to: email, subject: 'Your e-mail was changed' })
  expect(mail?.text).toMatch(/Your wallet now belongs to another e-mail address/)
  expect(mail?.text).toMatch(/\/undo\?token=[\w-]{43}/)
  expect(mail?.text).toMatch(/\/freeze\?token=[\w-]{43}/)
  expect(mail?.html).toContain('Undo the change')
})

describe('each step', () => {
  const steps = ['start', 'primary', 'secondary'] as const
  it('is refused outside the wallet, on a new browser, and while the wallet is frozen', async () => {
    const { freeze, reach, ...of } = await person()
    await reach()
    for (const step of steps) {
      await expect(of[step]({ typedIn: 'host' }), step).rejects.toMatchObject(refused('TYPED_OUTSIDE'))
      await expect(of[step]({ frozenUntil: auth.clock.now + 1 }), step).rejects.toMatchObject(refused('FROZEN'))
    }
    for (const step of ['primary', 'secondary'] as const)
      await expect(of[step]({}, { typedIn: 'host' }), step).rejects.toMatchObject({
        ...refused('TYPED_OUTSIDE'),
        message: 'Type this code in the wallet itself',
      })
    await freeze()
    for (const step of steps) await expect(of[step](), step).rejects.toMatchObject(refused('WALLET_FROZEN'))
  })

  it('needs the owner’s factor where there is one, which counts for the whole change once it has begun', async () => {
    const { answer, primary, secondary, start, type } = await person(['auto', 'passkey'])
    const needs = refused('OWNER_REQUIRED')
    for (const step of [start, primary, secondary]) await expect(step()).rejects.toMatchObject(needs)
    await answer()
    await start()
    auth.clock.now += 6 * minute
    await expect(start()).rejects.toMatchObject(needs)
    await answer()
    await start()
    await type('change-primary')
    auth.clock.now += 4 * minute
    await primary()
    auth.clock.now += 4 * minute
    await type('change-secondary')
    await secondary()
    const late = await person(['auto', 'passkey'])
    await late.answer()
    auth.clock.now += 20 * minute
    for (const step of [late.primary, late.secondary]) await expect(step()).rejects.toMatchObject(needs)
  })

  it('needs its code', async () => {
    const { primary, secondary, start, type } = await person()
    await start()
    await expect(primary()).rejects.toMatchObject(refused('CODE_EXPIRED'))
    await type('change-primary')
    await primary()
    await expect(primary()).rejects.toMatchObject(refused('CODE_EXPIRED'))
    await expect(secondary()).rejects.toMatchObject(refused('CODE_EXPIRED'))
  })

  it('begins three times an hour, with an address', async () => {
    const { start } = await person()
    await expect(start({}, 'no address')).rejects.toMatchObject(refused('INVALID'))
    for (let at = 0; at < 3; at++) {
      await start()
      auth.clock.now += minute
    }
    await expect(start()).rejects.toMatchObject(refused('RATE_LIMITED'))
  })
})

describe('an address', () => {
  const taken = refused('CONFLICT')

  it('that somebody has, or can still get back, is not given', async () => {
    const [one, two] = [await person(), await person()]
    await one.reach()
    await auth.giveEmail(two.userId, one.next)
    await expect(one.secondary()).rejects.toMatchObject(taken)
    expect(await one.address()).toBe(one.email)
    const [three, four] = [await person(), await person()]
    await three.reach()
    await auth.run(
      sql`insert into auth.email_changes (id, user_id, old_index, old_box, undo_hash, undo_until)
        values (${auth.newId()}, ${four.userId}, ${auth.context.box.index('email', three.next)}, '', ${auth.newId()}, ${auth.context.now()} + interval '1 hour')`,
    )
    await expect(three.secondary()).rejects.toMatchObject(taken)
  })

  it('is not changed while the last change can be undone', async () => {
    const { reach, secondary, userId } = await person()
    await reach()
    await auth.run(
      sql`update auth.users set frozen_until = ${auth.context.now()} + interval '1 second' where id = ${userId}`,
    )
    await expect(secondary()).rejects.toMatchObject(taken)
  })
})

describe('the undo link', () => {
  it('gives the address back once, within three days, and ends every session', async () => {
    const { address, change, email, next, session, userId } = await person()
    const token = await change()
    expect(token).toHaveLength(43)
    await auth.asks()
    expect([await isUndoLink(auth.context, 'x'), await undoEmailChange(auth.context, 'x')]).toEqual([false, false])
    expect([await isUndoLink(auth.context, token), await address()]).toEqual([true, next])
    const pokes = auth.pokes()
    expect(await undoEmailChange(auth.context, token)).toBe(true)
    expect([await address(), auth.pokes()]).toEqual([email, pokes + 1])
    expect(await auth.asks()).toMatchObject([{ ask: 'undo', userId }])
    expect(
      await auth.count(sql`select 1 from auth.sessions where id = ${session.sessionId} and revoked_at is null`),
    ).toBe(0)
    expect([await isUndoLink(auth.context, token), await undoEmailChange(auth.context, token)]).toEqual([false, false])
    expect([auth.pokes(), await address()]).toEqual([pokes + 1, email])
    const late = await (await person()).change()
    auth.clock.now += undoLife
    expect([await isUndoLink(auth.context, late), await undoEmailChange(auth.context, late)]).toEqual([false, false])
  })

  it('of an older change ends the later ones, and not the other way', async () => {
    const { userId } = await person()
    const write = (hash: string, hours: number) =>
      auth.run(
        sql`insert into auth.email_changes (id, user_id, old_index, old_box, undo_hash, undo_until)
          values (${hash}, ${userId}, ${hash}, '', ${hash}, ${auth.context.now()} + ${hours}::float8 * interval '1 hour')`,
      )
    await write(hashToken('older'), 1)
    await write(hashToken('newer'), 2)
    expect(await undoEmailChange(auth.context, 'older')).toBe(true)
    expect(await undoEmailChange(auth.context, 'newer')).toBe(false)
  })
})
