import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '../../test/createAuth.js'
import { site } from '../../test/createCustody.js'
import { noteProof } from '../custody/proofs.js'
import { rows } from '../platform/db/rows.js'
import { hashToken, randomToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { approveLink, readDeviceState, readLink } from './deviceLink.js'
import { freezeByLink, freezeLinkLife, makeFreezeLink, makeFreezeToken } from './freezeLink.js'
import { hasOwnerFactor, requireOwner } from './ownerFactor.js'
import { listDevices, readUserEmail, revokeDevice, sendSessionCode, signOut, verifyStepUp } from './sessions.js'
import { readStopLink, stopByLink } from './stopLink.js'
import { sendGapKey } from './withSendLimits.js'

const minute = 60_000
const refused = (refusal: string) => ({ refusal })

let auth: Awaited<ReturnType<typeof createAuth>>
beforeAll(async () => {
  auth = await createAuth()
}, 180_000)
afterAll(() => auth?.stop())

const live = (sessionId: string) =>
  auth.count(sql`select 1 from auth.sessions where id = ${sessionId} and revoked_at is null`)
/** Has the wallet opened by one of its factors. */
const answer = (
  { session, walletId }: Awaited<ReturnType<typeof auth.person>>,
  kind: 'passkey' | 'device',
  at: Principal = session,
) => noteProof(auth.custody, at, { walletId, kind })

describe('the owner’s factor', () => {
  it('is a passkey or a recovery code of a wallet that counts', async () => {
    const has = async (kinds: Parameters<typeof auth.person>[0], state?: 'creating') =>
      hasOwnerFactor(auth.db.query, (await auth.person(kinds, state)).userId)
    expect(await Promise.all([has(['passkey']), has(['code'])])).toEqual([true, true])
    expect(await Promise.all([has(['auto']), has(['passkey'], 'creating')])).toEqual([false, false])
  })

  it('must have answered in this session, on this browser, in time, where there is one', async () => {
    const [plain, safe, other] = [
      await auth.person(['auto']),
      await auth.person(['auto', 'passkey']),
      await auth.person(['passkey']),
    ]
    await requireOwner(auth.context, plain.session)
    const needs = refused('OWNER_REQUIRED')
    const ask = (change: Partial<Principal> = {}, life?: number) =>
      requireOwner(auth.context, { ...safe.session, ...change }, life)
    await expect(ask()).rejects.toMatchObject(needs)
    await answer(safe, 'device')
    await expect(ask()).rejects.toMatchObject(needs)
    await answer(safe, 'passkey')
    await ask()
    for (const change of [{ sessionId: 'another' }, { deviceId: 'another' }])
      await expect(ask(change)).rejects.toMatchObject(needs)
    await noteProof(auth.custody, safe.session, { walletId: other.walletId, kind: 'passkey' })
    await expect(ask()).rejects.toMatchObject(needs)
    await answer(safe, 'passkey')
    auth.clock.now += 5 * minute
    await expect(ask()).rejects.toMatchObject(needs)
    await ask({}, 5 * minute + 1)
    await expect(ask({}, 5 * minute)).rejects.toMatchObject(needs)
  })
})

describe('a device link', () => {
  it('is looked at as often as one likes, approved once, and sends the code then', async () => {
    const [token, deviceId] = [randomToken(), auth.newId()]
    const id = await auth.challenge({ email: auth.newEmail(), deviceId }, { link: hashToken(token) })
    const state = () => readDeviceState(auth.context, { challengeId: id, deviceId })
    const shown = {
      parentOrigin: site,
      browser: 'Chrome',
      place: 'Bern',
      matchNumber: '42',
      createdAt: expect.stringMatching(/UTC$/),
    }
    for (let at = 0; at < 2; at++) expect(await readLink(auth.context, token)).toEqual(shown)
    expect(await state()).toBe('waiting')
    const pokes = auth.pokes()
    await auth.asks()
    expect([await approveLink(auth.context, randomToken()), auth.pokes()]).toEqual([false, pokes])
    expect([await approveLink(auth.context, token), auth.pokes()]).toEqual([true, pokes + 1])
    expect(await auth.asks()).toMatchObject([{ ask: 'code', id, kind: 'login', deviceId, byLink: true }])
    expect([await state(), await readLink(auth.context, token)]).toEqual(['approved', undefined])
    expect(await approveLink(auth.context, token)).toBe(false)
    await auth.run(sql`update auth.challenges set expires_at = ${auth.context.now()} where id = ${id}`)
    expect(await state()).toBe('expired')
    const none = refused('NOT_FOUND')
    await expect(readDeviceState(auth.context, { challengeId: id, deviceId: 'another' })).rejects.toMatchObject(none)
    await expect(readDeviceState(auth.context, { challengeId: 'another', deviceId })).rejects.toMatchObject(none)
  })

  it('is good for five minutes', async () => {
    const token = randomToken()
    await auth.challenge({ email: auth.newEmail(), deviceId: 'device' }, { link: hashToken(token) })
    auth.clock.now += 5 * minute
    expect([await readLink(auth.context, token), await approveLink(auth.context, token)]).toEqual([undefined, false])
  })
})

describe('a freeze link', () => {
  const frozen = (walletId: string) =>
    auth.count(sql`select 1 from vault.freezes where wallet_id = ${walletId} and ended_at is null`)

  it('freezes the wallet of its address once, for ninety days, and nobody else’s', async () => {
    const [mine, other] = [await auth.person(), await auth.person()]
    const link = await makeFreezeLink(auth.context, auth.db.query, mine.index)
    const token = /^https:\/\/wallet\.example\/freeze\?token=([\w-]{43})$/.exec(link)?.[1] ?? ''
    const pokes = auth.pokes()
    await freezeByLink(auth.context, token)
    expect([await frozen(mine.walletId), await frozen(other.walletId), auth.pokes()]).toEqual([1, 0, pokes + 1])
    await auth.run(sql`delete from vault.freezes`)
    await freezeByLink(auth.context, token)
    await freezeByLink(auth.context, randomToken())
    const late = await makeFreezeToken(auth.context, auth.db.query, mine.index)
    auth.clock.now += freezeLinkLife
    await freezeByLink(auth.context, late)
    await freezeByLink(auth.context, await makeFreezeToken(auth.context, auth.db.query, 'nobody'))
    expect(await frozen(mine.walletId)).toBe(0)
  })

  it('works from an address that can still undo a change', async () => {
    const { userId, walletId } = await auth.person()
    const change = (old: string, until: string, undone: boolean) =>
      auth.run(sql`insert into auth.email_changes (id, user_id, old_index, old_box, undo_hash, undo_until, undone_at)
        values (${auth.newId()}, ${userId}, ${old}, '', ${auth.newId()}, ${auth.context.now()} + ${until}::interval, ${undone ? auth.context.now() : null})`)
    await change('late', '0 s', false)
    await change('undone', '1 s', true)
    await change('old', '1 s', false)
    const freeze = async (index: string) =>
      freezeByLink(auth.context, await makeFreezeToken(auth.context, auth.db.query, index))
    for (const index of ['late', 'undone']) await freeze(index)
    expect(await frozen(walletId)).toBe(0)
    await freeze('old')
    expect(await frozen(walletId)).toBe(1)
  })
})

it('a stop link names the browser and stops it, once', async () => {
  const { walletId } = await auth.person()
  const token = randomToken()
  await auth.run(sql`insert into vault.restores (wallet_id, device_id, device_name, asked_at, stop_hash)
    values (${walletId}, 'device', 'Firefox', ${auth.context.now()}, ${hashToken(token)})`)
  expect([await readStopLink(auth.context, randomToken()), await stopByLink(auth.context, randomToken())]).toEqual([
    undefined,
    false,
  ])
  expect(await readStopLink(auth.context, token)).toBe('Firefox')
  expect([await stopByLink(auth.context, token), await stopByLink(auth.context, token)]).toEqual([true, false])
  expect(await readStopLink(auth.context, token)).toBeUndefined()
})

describe('a session', () => {
  it('knows its address, lists its browsers, and ends permanently', async () => {
    const { email, index, session, userId } = await auth.person()
    expect(await readUserEmail(auth.context, userId)).toEqual({ email, index, box: expect.any(String) })
    await expect(readUserEmail(auth.context, 'nobody')).rejects.toMatchObject(refused('SESSION_EXPIRED'))
    auth.clock.now += minute
    const second = await auth.signIn(userId)
    const listed = await listDevices(auth.context, session)
    const entry = (at: number) => ({ name: 'Chrome', createdAt: at, lastSeenAt: at })
    expect(listed).toEqual([
      { id: second.deviceId, isThis: false, ...entry(auth.clock.now) },
      { id: session.deviceId, isThis: true, ...entry(auth.clock.now - minute) },
    ])
    await signOut(auth.context, session)
    expect([await live(session.sessionId), await live(second.sessionId)]).toEqual([0, 1])
  })

  it('removes its own browser, or another that holds nothing, and its owner is told of the other', async () => {
    const { session, userId } = await auth.person()
    const second = await auth.signIn(userId)
    await expect(revokeDevice(auth.context, session, 'another')).rejects.toMatchObject(refused('NOT_FOUND'))
    expect(auth.revoked).not.toContain(userId)
    await revokeDevice(auth.context, session, second.deviceId)
    expect([await live(second.sessionId), await live(session.sessionId)]).toEqual([0, 1])
    expect(auth.revoked.filter((id) => id === userId)).toHaveLength(1)
    expect(await auth.told(userId)).toEqual([
      {
        title: 'A browser was removed from your wallet',
        body: expect.stringContaining('From “Chrome” the browser “Chrome”'),
      },
    ])
    await expect(revokeDevice(auth.context, session, second.deviceId)).rejects.toMatchObject(refused('NOT_FOUND'))
    await revokeDevice(auth.context, session, session.deviceId)
    expect([await live(session.sessionId), (await auth.told(userId)).length]).toEqual([0, 1])
  })

  it('removes one that holds a half only from one that does too, with the owner’s factor where there is one', async () => {
    const plain = await auth.person(['auto'])
    const stranger = await auth.signIn(plain.userId)
    const ask = (at: Principal, deviceId: string) => revokeDevice(auth.context, at, deviceId)
    await expect(ask(stranger, plain.session.deviceId)).rejects.toMatchObject(refused('PROOF_WRONG'))
    await auth.addFactor(plain.walletId, 'device', stranger.deviceId)
    await ask(stranger, plain.session.deviceId)
    const safe = await auth.person(['auto', 'passkey'])
    const second = await auth.signIn(safe.userId)
    const third = await auth.signIn(safe.userId)
    await auth.addFactor(safe.walletId, 'device', second.deviceId)
    await expect(ask(second, safe.session.deviceId)).rejects.toMatchObject(refused('OWNER_REQUIRED'))
    await ask(second, third.deviceId)
    await answer(safe, 'passkey', second)
    await ask(second, safe.session.deviceId)
    expect(await live(safe.session.sessionId)).toBe(0)
    // Its own browser goes without.
    const alone = await auth.person(['auto', 'passkey'])
    await ask(alone.session, alone.session.deviceId)
  })

  it('has a code sent to its address, which ends the last one of its kind', async () => {
    const { index, session, userId } = await auth.person()
    const { box } = await readUserEmail(auth.context, userId)
    const asker = { ip: '203.0.113.7', browser: 'Firefox' }
    const send = (kind: 'step-up' | 'change-secondary', more: object = {}) =>
      sendSessionCode({ ...auth.context, placeOf: () => 'Zurich' }, session, asker, { kind, index, box, ...more })
    await auth.asks()
    const pokes = auth.pokes()
    await send('step-up')
    expect(auth.pokes()).toBe(pokes + 1)
    const { deviceId, sessionId } = session
    const about = { ask: 'code', kind: 'step-up', authIndex: index, deviceId, sessionId, byLink: false }
    expect(await auth.asks()).toMatchObject([{ ...about, parentOrigin: site, browser: 'Firefox', place: 'Zurich' }])
    const isStrangers = sql`select 1 from auth.limits where key = ${sendGapKey(index)} or key like 'send/wide/%'`
    expect(await auth.count(isStrangers)).toBe(0)
    await expect(send('step-up')).rejects.toMatchObject(refused('RATE_LIMITED'))
    auth.clock.now += minute / 2
    await send('step-up')
    const open = (kind: string) =>
      auth.count(
        sql`select 1 from auth.challenges where session_id = ${sessionId} and kind = ${kind} and expires_at > ${auth.context.now()}`,
      )
    expect(await open('step-up')).toBe(1)
    // That of a new address is counted with those that anybody asks for.
    await send('change-secondary', { newEmailBox: 'sealed' })
    await expect(send('change-secondary')).rejects.toMatchObject(refused('RATE_LIMITED'))
    expect([await open('step-up'), await open('change-secondary')]).toEqual([1, 1])
    expect(await auth.count(isStrangers)).toBe(1)
    const keys = await rows<{ key: string }>(
      auth.db.query,
      sql`select key from auth.limits where key like ${`send/to/1-gap/${index}%`} order by key`,
    )
    expect(keys.map(({ key }) => key)).toEqual([sendGapKey(index), sendGapKey(index, { kind: 'session', deviceId })])
    expect(
      await auth.count(sql`select 1 from auth.challenges where session_id = ${sessionId} and new_email_box = 'sealed'`),
    ).toBe(1)
  })

  it('goes on under a new token after a code, and only then', async () => {
    const { email, session } = await auth.person()
    const { deviceId, sessionId } = session
    const token = randomToken()
    const step = () => verifyStepUp(auth.context, session, token)
    await expect(step()).rejects.toMatchObject(refused('CODE_EXPIRED'))
    const give = async () => {
      const id = await auth.challenge({ email, deviceId, sessionId, kind: 'step-up' })
      await auth.prove(id, deviceId, 'step-up')
    }
    await give()
    const { sessionToken } = await step()
    expect(
      await auth.count(
        sql`select 1 from auth.sessions where id = ${sessionId} and token_hash = ${hashToken(sessionToken)} and previous_hash = ${hashToken(token)} and renewal_used_at is null and otp_at = ${auth.context.now()}`,
      ),
    ).toBe(1)
    await signOut(auth.context, session)
    await give()
    await expect(step()).rejects.toMatchObject(refused('SESSION_EXPIRED'))
  })
})
