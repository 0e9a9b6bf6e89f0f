import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '../../test/createAuth.js'
import { site } from '../../test/createCustody.js'
import { rows } from '../platform/db/rows.js'
import { hashToken, randomToken } from '../platform/secrets/randomId.js'
import type { AuthContext } from './authContext.js'
import { consumeChallenge } from './consumeChallenge.js'
import { openByCode } from './openByCode.js'
import { type NewSession, openSession, sessionLife, signingLife } from './openSession.js'
import { verifyEmail } from './verifyEmail.js'
import { sendGapKey } from './withSendLimits.js'

const [minute, day] = [60_000, 86_400_000]
const refused = (refusal: string) => ({ refusal })
const deviceKey = (x: string) => ({ kty: 'EC', crv: 'P-256', x: x.padEnd(43, 'A'), y: 'B'.repeat(43) }) as const

let auth: Awaited<ReturnType<typeof createAuth>>
beforeAll(async () => {
  auth = await createAuth()
}, 180_000)
afterAll(() => auth?.stop())

describe('a code', () => {
  const expired = refused('CODE_EXPIRED')

  it('is taken once, from the browser that asked, for what it was asked for, in its time', async () => {
    const [email, deviceId] = [auth.newEmail(), auth.newId()]
    const id = await auth.challenge({ email, deviceId })
    const spend = (change: object = {}) =>
      consumeChallenge(auth.context, { challengeId: id, deviceId, kind: 'login', ...change } as Parameters<
        typeof consumeChallenge
      >[1])
    await expect(spend()).rejects.toMatchObject(expired)
    await auth.prove(id, deviceId)
    for (const change of [{ deviceId: 'another' }, { kind: 'step-up' }, { challengeId: 'another' }])
      await expect(spend(change)).rejects.toMatchObject(expired)
    expect(await spend()).toMatchObject({ id, deviceId, deviceName: 'Chrome', newEmailBox: null, byLink: false })
    await expect(spend()).rejects.toMatchObject(expired)
    const late = await auth.challenge({ email, deviceId })
    auth.clock.now += 5 * minute
    await auth.prove(late, deviceId)
    await expect(spend({ challengeId: late })).rejects.toMatchObject(expired)
    const old = await auth.challenge({ email, deviceId })
    await auth.prove(old, deviceId)
    await auth.run(sql`update auth.challenges set expires_at = expires_at + interval '1 hour' where id = ${old}`)
    auth.clock.now += 5 * minute
    await expect(spend({ challengeId: old })).rejects.toMatchObject(expired)
  })

  it('is good only behind the link, where a link was mailed', async () => {
    const deviceId = auth.newId()
    const spend = async (isApproved: boolean) => {
      const id = await auth.challenge({ email: auth.newEmail(), deviceId }, { link: auth.newId(), isApproved })
      await auth.prove(id, deviceId)
      return consumeChallenge(auth.context, { challengeId: id, deviceId, kind: 'login' })
    }
    await expect(spend(false)).rejects.toMatchObject(expired)
    expect(await spend(true)).toMatchObject({ byLink: true })
  })

  it('of a session is that session’s, and that of a sign-in nobody’s', async () => {
    const [deviceId, sessionId] = [auth.newId(), auth.newId()]
    const id = await auth.challenge({ email: auth.newEmail(), deviceId, sessionId, kind: 'step-up' })
    await auth.prove(id, deviceId, 'step-up')
    const spend = (which: { challengeId: string } | { sessionId: string }) =>
      consumeChallenge(auth.context, { ...which, deviceId, kind: 'step-up' })
    await expect(spend({ challengeId: id })).rejects.toMatchObject(expired)
    await expect(spend({ sessionId: 'another' })).rejects.toMatchObject(expired)
    expect(await spend({ sessionId })).toMatchObject({ id, sessionId })
  })

  it('ends the wait for the next mail, of any budget', async () => {
    const [email, deviceId] = [auth.newEmail(), auth.newId()]
    const id = await auth.challenge({ email, deviceId })
    const index = auth.context.box.index('email', email)
    const keys = [
      sendGapKey(index),
      sendGapKey(index, { kind: 'known', deviceId }),
      sendGapKey(index, { kind: 'session', deviceId }),
    ]
    for (const key of [...keys, sendGapKey(index, { kind: 'known', deviceId: 'another' })])
      await auth.run(sql`insert into auth.limits (key, started_at, count) values (${key}, now(), 1)`)
    await auth.prove(id, deviceId)
    await consumeChallenge(auth.context, { challengeId: id, deviceId, kind: 'login' })
    expect(await auth.count(sql`select 1 from auth.limits where key like ${`send/to/1-gap/${index}%`}`)).toBe(1)
  })
})

describe('opening a session', () => {
  async function open(userId: string, change: Partial<NewSession> & { id?: string } = {}) {
    const { id = auth.newId(), ...more } = change
    const device = { id, key: {}, name: 'Firefox' }
    const given: NewSession = {
      userId,
      device,
      projectId: 'project',
      parentOrigin: site,
      openedBy: 'mail',
      typedIn: 'frame',
      ...more,
    }
    return openSession(auth.context, auth.db.query, given)
  }
  const person = async () => {
    const userId = auth.newId()
    await auth.run(
      sql`insert into auth.users (id, email_index, email_box, created_at) values (${userId}, ${userId}, '', ${auth.context.now()})`,
    )
    return userId
  }
  const deviceOf = async (userId: string, id: string) =>
    (
      await rows<{ frozenFor: number | null; gone: boolean; name: string }>(
        auth.db.query,
        sql`select (extract(epoch from frozen_until - ${auth.context.now()}) * 1000)::float8 as "frozenFor", revoked_at is not null as gone, name
          from auth.devices where user_id = ${userId} and id = ${id}`,
      )
    )[0]

  it('lets the first browser do everything, and has each later one wait a day', async () => {
    const userId = await person()
    const first = await open(userId, { mailId: 'mail' })
    expect(first).toEqual({
      sessionToken: expect.stringMatching(/^[\w-]{43}$/),
      sessionId: expect.any(String),
      userId,
      deviceId: first.deviceId,
      isNewDevice: true,
      isFirstDevice: true,
      walletId: null,
      expiresAt: auth.clock.now + sessionLife,
    })
    expect((await deviceOf(userId, first.deviceId))?.frozenFor).toBeNull()
    const second = await open(userId)
    expect(second).toMatchObject({ isNewDevice: true, isFirstDevice: false })
    expect((await deviceOf(userId, second.deviceId))?.frozenFor).toBe(day)
    expect(await open(userId, { id: first.deviceId })).toMatchObject({ isNewDevice: false, isFirstDevice: false })
    const [row] = await rows<object>(
      auth.db.query,
      sql`select token_hash as hash, typed_in as "typedIn", opened_by as "openedBy", mail_id as "mailId",
        (extract(epoch from otp_at - ${auth.context.now()}))::float8 as otp,
        (extract(epoch from signing_until - ${auth.context.now()}) * 1000)::float8 as signing from auth.sessions where id = ${first.sessionId}`,
    )
    const hash = hashToken(first.sessionToken)
    expect(row).toEqual({ hash, typedIn: 'frame', openedBy: 'mail', mailId: 'mail', otp: 0, signing: signingLife })
  })

  it('has one that was removed wait again, even where no other is left', async () => {
    const userId = await person()
    const { deviceId } = await open(userId)
    await auth.run(sql`update auth.devices set revoked_at = ${auth.context.now()} where user_id = ${userId}`)
    expect(await open(userId, { id: deviceId })).toMatchObject({ isNewDevice: true, isFirstDevice: false })
    expect(await deviceOf(userId, deviceId)).toEqual({ frozenFor: day, gone: false, name: 'Firefox' })
  })

  it('by a recovery code has typed no code of a mailbox', async () => {
    const userId = await person()
    const { sessionId } = await open(userId, { openedBy: 'code' })
    const never = sql`select 1 from auth.sessions where id = ${sessionId} and otp_at = to_timestamp(0) and mail_id is null`
    expect(await auth.count(never)).toBe(1)
  })

  it('says which wallet counts', async () => {
    const [active, making] = [await auth.person(), await auth.person([], 'creating')]
    expect((await open(active.userId)).walletId).toBe(active.walletId)
    expect((await open(making.userId)).walletId).toBeNull()
  })

  it('is refused while the user is being deleted', async () => {
    const { userId } = await auth.person()
    await auth.run(
      sql`insert into vault.deletions (user_id, asked_at, due_at, keep_hash) values (${userId}, ${auth.context.now()}, ${auth.context.now()}, ${userId})`,
    )
    await expect(open(userId)).rejects.toMatchObject(refused('CONFLICT'))
  })

  it('leaves ten browsers and five sessions, those without a half going first, the newcomer never', async () => {
    const { userId, walletId, session } = await auth.person()
    const others: string[] = []
    for (let at = 0; at < 9; at++) {
      auth.clock.now += minute
      others.push((await open(userId)).deviceId)
    }
    const left = async () =>
      rows<{ id: string }>(
        auth.db.query,
        sql`select id from auth.devices where user_id = ${userId} and revoked_at is null`,
      )
    expect(await left()).toHaveLength(10)
    expect(
      await auth.count(
        sql`select 1 from auth.sessions where user_id = ${userId} and revoked_at is null and expires_at > ${auth.context.now()}`,
      ),
    ).toBe(5)
    auth.clock.now += minute
    const { deviceId } = await open(userId)
    const ids = (await left()).map(({ id }) => id)
    expect([ids.length, ids.includes(deviceId), ids.includes(session.deviceId), ids.includes(others[0] ?? '')]).toEqual(
      [10, true, true, false],
    )
    expect(
      await auth.count(
        sql`select 1 from auth.sessions where user_id = ${userId} and device_id = ${others[0] ?? ''} and revoked_at is null`,
      ),
    ).toBe(0)
    // Where the owner has a factor, none that holds a half goes, however many there are.
    await auth.addFactor(walletId, 'passkey')
    for (const id of await left()) await auth.addFactor(walletId, 'device', id.id)
    await open(userId)
    expect(await left()).toHaveLength(11)
  })
})

describe('a recovery code that found its wallet', () => {
  const give = async (change: Record<string, unknown> = {}, deps: Partial<AuthContext> = {}) => {
    const { userId } = await auth.person()
    const [key, voucher] = [deviceKey(auth.newId().replaceAll(/[-_]/g, 'a')), randomToken()]
    await auth.run(sql`insert into vault.vouchers (hash, user_id, device_id, expires_at)
      values (${hashToken(voucher)}, ${userId}, ${deviceIdOf(key)}, ${auth.context.now()} + interval '5 minutes')`)
    const request = {
      voucher,
      projectId: 'project',
      parentOrigin: site,
      devicePublicKey: key,
      deviceName: 'Firefox',
      ...change,
    }
    return { userId, ask: () => openByCode({ ...auth.context, ...deps }, request as Parameters<typeof openByCode>[1]) }
  }

  it('signs one browser in, once, in its time, and its owner is told', async () => {
    const { userId, ask } = await give()
    const pokes = auth.pokes()
    const answer = await ask()
    expect(answer).toMatchObject({ userId, isNewDevice: true })
    expect(answer).not.toHaveProperty('isFirstDevice')
    expect(auth.pokes()).toBe(pokes + 1)
    expect(await auth.told(userId)).toEqual([
      { title: 'A browser signed in with your recovery code', body: expect.stringContaining('“Firefox”') },
    ])
    const row = sql`select 1 from auth.sessions where id = ${answer.sessionId} and opened_by = 'code' and typed_in = 'frame'`
    expect(await auth.count(row)).toBe(1)
    await expect(ask()).rejects.toMatchObject(refused('CODE_EXPIRED'))
    const other = await give({ devicePublicKey: deviceKey('other') })
    await expect(other.ask()).rejects.toMatchObject(refused('CODE_EXPIRED'))
    const late = await give()
    auth.clock.now += 5 * minute
    await expect(late.ask()).rejects.toMatchObject(refused('CODE_EXPIRED'))
    expect(await auth.told(late.userId)).toEqual([])
  })

  it('signs nobody in on a site that may not use the wallet', async () => {
    const { ask } = await give({ parentOrigin: 'https://evil.example' })
    await expect(ask()).rejects.toMatchObject(refused('ORIGIN_REFUSED'))
    const gone = await give({}, { isAllowedOrigin: () => false })
    await expect(gone.ask()).rejects.toMatchObject(refused('ORIGIN_REFUSED'))
  })
})

describe('a sign-in', () => {
  const verify = async (email: string, deps: Partial<AuthContext> = {}, deviceId = auth.newId()) => {
    const challengeId = await auth.challenge({ email, deviceId })
    await auth.prove(challengeId, deviceId)
    const given = { challengeId, typedIn: 'host' as const, deviceId, deviceKey: deviceKey('a') }
    return verifyEmail({ ...auth.context, ...deps }, given)
  }
  const mailsTo = (email: string) => auth.mails.filter(({ to }) => to === email)

  it('makes an account for a new address, and finds that of a known one', async () => {
    const email = auth.newEmail()
    const pokes = auth.pokes()
    const first = await verify(email)
    expect(first).toMatchObject({ isNewDevice: true, walletId: null })
    expect(first).not.toHaveProperty('isFirstDevice')
    expect([auth.pokes(), mailsTo(email)]).toEqual([pokes + 1, []])
    const row = sql`select 1 from auth.sessions where id = ${first.sessionId} and typed_in = 'host' and opened_by = 'mail' and mail_id is not null and project_id = 'project' and parent_origin = ${site}`
    expect(await auth.count(row)).toBe(1)
    // The same browser is not told of again.
    expect(await verify(email, {}, first.deviceId)).toMatchObject({ userId: first.userId, isNewDevice: false })
    expect(mailsTo(email)).toEqual([])
    await expect(
      verifyEmail(auth.context, { challengeId: 'none', typedIn: 'frame', deviceId: 'd', deviceKey: deviceKey('a') }),
    ).rejects.toMatchObject(refused('CODE_EXPIRED'))
  })

  it('tells the owner of a new browser, and what it can do', async () => {
    const says = async (newDevice: AuthContext['newDevice'], kinds: Parameters<typeof auth.person>[0]) => {
      const { email } = await auth.person(kinds)
      expect((await verify(email, { newDevice })).isNewDevice).toBe(true)
      const [mail] = mailsTo(email)
      expect(mail?.subject).toBe('A new browser is signed in to your wallet')
      expect(mail?.text).toMatch(/The browser “Chrome” is signed in\.[\s\S]*\/freeze\?token=[\w-]{43}/)
      return mail?.text
    }
    expect(await says('at-once', ['auto'])).toMatch(/It can use your wallet and everything in it now/)
    expect(await says('wait', ['auto'])).toMatch(/It can have your wallet 24 hours after it asks/)
    expect(await says('approve', ['auto'])).toMatch(/It gets your wallet only when you allow it/)
    for (const newDevice of ['at-once', 'wait', 'approve'] as const)
      expect(await says(newDevice, ['auto', 'passkey'])).toMatch(/only with your passkey or your recovery code\./)
  })

  it('makes no second account at an address that can still undo a change', async () => {
    const { userId } = await auth.person()
    const email = auth.newEmail()
    const index = auth.context.box.index('email', email)
    await auth.run(sql`insert into auth.email_changes (id, user_id, old_index, old_box, undo_hash, undo_until)
      values (${auth.newId()}, ${userId}, ${index}, '', ${auth.newId()}, ${auth.context.now()} + interval '1 hour')`)
    await expect(verify(email)).rejects.toMatchObject({
      ...refused('CONFLICT'),
      message: expect.stringMatching(/Use the link/),
    })
    expect(await auth.count(sql`select 1 from auth.users where email_index = ${index}`)).toBe(0)
    auth.clock.now += 60 * minute
    await verify(email)
  })
})
