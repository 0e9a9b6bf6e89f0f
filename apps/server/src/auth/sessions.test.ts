import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'
import { createWalletApp } from '../walletApp.js'

const minute = 60_000
const day = 86_400_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `user-${randomBytes(5).toString('hex')}@mail.example`
const client = (options?: { ip?: string }) => createWalletClient(world, options)

describe('the link for a new browser', () => {
  it('[SEC-E-06] changes nothing when it is looked at, and works once', async () => {
    const email = newEmail()
    const who = await client()
    const { body } = await who.start(email)
    expect(body).toMatchObject({ action: 'VERIFY_DEVICE', matchNumber: expect.stringMatching(/^\d\d$/) })
    const mail = await world.inbox.next(email, /browser\?/)
    const path = `/device?token=${/token=([\w-]{43})/.exec(mail.text ?? '')?.[1]}`
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await world.app().request(path, { method })
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      if (method === 'GET') {
        const text = await page.text()
        for (const part of [body.matchNumber ?? '', 'app.localhost', 'Chrome on Linux', 'Bern, Switzerland'])
          expect(text).toContain(part)
      }
    }
    expect((await who.verify(body.challengeId, '000000')).status).toBe(410)
    const state = who.call('GET', `/api/auth/email/device/${body.challengeId}`)
    const form = () => new URLSearchParams({ token: path.slice(-43) })
    const evil = { method: 'POST', body: form(), headers: { origin: 'https://evil.test' } }
    expect((await world.app().request('/device', evil)).status).toBe(410)
    expect((await world.app().request('/device', { method: 'POST', body: form() })).status).toBe(200)
    expect((await world.app().request('/device', { method: 'POST', body: form() })).status).toBe(410)
    expect((await state).body).toEqual({ state: 'approved' })
    expect((await who.verify(body.challengeId, await who.readCode(email))).status).toBe(200)
  })

  it('ends after ten minutes', async () => {
    const who = await client()
    const email = newEmail()
    const { body } = await who.start(email)
    world.wait(10 * minute + 1_000)
    await expect(who.approve(email)).rejects.toThrow('410')
    expect((await who.call('GET', `/api/auth/email/device/${body.challengeId}`)).body).toEqual({ state: 'expired' })
  })
})

describe('sessions and devices', () => {
  it('[SEC-T-02] are worth nothing without the device key', async () => {
    const who = await client()
    await who.signIn(newEmail())
    const thief = await client()
    thief.state.session = who.state.session!
    expect(await thief.call('GET', '/api/auth/session')).toMatchObject({ status: 401, body: { code: 'UNSIGNED' } })
    const request = await who.prepare('GET', '/api/auth/session')
    expect((await who.send(request)).status).toBe(200)
    expect(await who.send(request)).toMatchObject({ status: 401, body: { code: 'UNSIGNED' } })
    const changed = await who.prepare('POST', '/api/auth/sign-out', {})
    changed.init.body = '{"a":1}'
    expect((await who.send(changed)).status).toBe(401)
    const moved = await who.prepare('GET', '/api/auth/session')
    expect((await who.send({ ...moved, path: '/api/auth/devices' })).status).toBe(401)
  })

  it('[SEC-T-01] never goes on with an id from before the sign-in', async () => {
    const who = await client()
    const email = newEmail()
    const first = await who.signIn(email)
    world.wait(31_000)
    const second = await who.signIn(email)
    expect(second.sessionId).not.toBe(first.sessionId)
    expect(second.sessionToken).not.toBe(first.sessionToken)
    const [kept] = await rows<{ text: string }>(
      world.db.query,
      sql`select string_agg(to_jsonb(s)::text, '') as text from auth.sessions s`,
    )
    expect(kept?.text).not.toContain(second.sessionToken)
  })

  it('[SEC-T-03] end after thirty days', async () => {
    const who = await client()
    await who.signIn(newEmail())
    world.wait(30 * day - minute)
    expect((await who.call('GET', '/api/auth/session')).status).toBe(200)
    world.wait(2 * minute)
    expect(await who.call('GET', '/api/auth/session')).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } })
  })

  it('[SEC-T-04] end for everybody when a token that was replaced comes back', async () => {
    const who = await client()
    const email = newEmail()
    const old = await who.signIn(email)
    world.wait(31_000)
    await who.stepUp(email)
    const fresh = who.state.session!
    expect(fresh.sessionToken).not.toBe(old.sessionToken)
    expect((await who.call('GET', '/api/auth/session')).status).toBe(200)
    who.state.session = old
    expect((await who.call('GET', '/api/auth/session')).status).toBe(401)
    who.state.session = fresh
    expect((await who.call('GET', '/api/auth/session')).status).toBe(401)
  })

  describe('whose answer to a step-up was lost', () => {
    /** Has a code taken; gives the token that the answer carried, which the browser does not learn. */
    async function lose(who: Awaited<ReturnType<typeof client>>, email: string): Promise<string> {
      await who.call('POST', '/api/auth/step-up/start')
      await who.prove('step-up', { code: await who.readCode(email) })
      const { status, body } = await who.call<{ sessionToken: string }>('POST', '/api/auth/step-up/verify')
      expect(status).toBe(200)
      return body.sessionToken
    }
    const ask = (who: Awaited<ReturnType<typeof client>>) =>
      who.call<{ confirmedForMs: number }>('GET', '/api/auth/session')
    const verify = (who: Awaited<ReturnType<typeof client>>) =>
      who.call<{ sessionToken: string }>('POST', '/api/auth/step-up/verify')

    it('go on under the old token, and the same call again says so', async () => {
      const who = await client()
      const email = newEmail()
      const { sessionToken } = await who.signIn(email)
      world.wait(10 * minute)
      expect((await ask(who)).body.confirmedForMs).toBe(0)
      await lose(who, email)
      expect((await ask(who)).body.confirmedForMs).toBeGreaterThan(4 * minute)
      for (let at = 0; at < 2; at++) expect(await verify(who)).toEqual({ status: 200, body: { sessionToken } })
      expect((await ask(who)).status).toBe(200)
      world.wait(6 * minute)
      expect(await verify(who)).toMatchObject({ status: 410, body: { code: 'CODE_EXPIRED' } })
      await lose(who, email)
      await who.call('POST', '/api/auth/step-up/start')
      expect((await verify(who)).status).toBe(410)
      await who.readCode(email)
      world.wait(31_000)
      await who.stepUp(email)
      expect(who.state.session?.sessionToken).not.toBe(sessionToken)
      expect((await ask(who)).status).toBe(200)
    })

    it('[SEC-T-04] end for everybody when both tokens are used', async () => {
      for (const isRepeated of [true, false]) {
        const who = await client()
        const email = newEmail()
        const old = await who.signIn(email)
        world.wait(31_000)
        const fresh = { ...old, sessionToken: await lose(who, email) }
        if (isRepeated) expect((await verify(who)).body.sessionToken).toBe(old.sessionToken)
        expect((await ask(who)).status).toBe(200)
        who.state.session = fresh
        expect((await ask(who)).status).toBe(isRepeated ? 401 : 200)
        who.state.session = old
        expect((await ask(who)).status).toBe(401)
        who.state.session = fresh
        expect((await ask(who)).status).toBe(401)
      }
    })
  })

  it('[SEC-T-05] end at once with their device, and at sign-out', async () => {
    const email = newEmail()
    const [one, two] = [await client(), await client()]
    await one.signIn(email)
    world.wait(31_000)
    await two.signIn(email)
    const { body } = await one.call<{ devices: { id: string; isThis: boolean }[] }>('GET', '/api/auth/devices')
    expect(body.devices.map(({ id }) => id).sort()).toEqual([one.deviceId, two.deviceId].sort())
    expect((await one.call('DELETE', `/api/auth/devices/${two.deviceId}`)).status).toBe(200)
    expect((await two.call('GET', '/api/auth/session')).status).toBe(401)
    expect((await one.call('DELETE', `/api/auth/devices/${two.deviceId}`)).status).toBe(404)
    expect((await one.call('POST', '/api/auth/sign-out')).status).toBe(200)
    expect((await one.call('GET', '/api/auth/session')).status).toBe(401)
  })

  it('[SEC-T-05] end with their device where no session of it was ended', async () => {
    const who = await client()
    const { userId } = await who.signIn(newEmail())
    expect((await who.call('GET', '/api/auth/session')).status).toBe(200)
    await world.db.query.execute(sql`update auth.devices set revoked_at = now() where user_id = ${userId}`)
    expect(await who.call('GET', '/api/auth/session')).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } })
  })

  it('[SEC-T-05] end on every server of the same database at once', async () => {
    const second = await createWalletApp(world.options)
    const email = newEmail()
    const one = await client()
    await one.signIn(email)
    world.wait(31_000)
    const two = await createWalletClient({ ...world, app: () => second })
    await two.signIn(email)
    expect((await two.call('GET', '/api/auth/session')).status).toBe(200)
    expect((await one.call('DELETE', `/api/auth/devices/${two.deviceId}`)).status).toBe(200)
    expect((await two.call('GET', '/api/auth/session')).status).toBe(401)
    await second.close()
  })

  it('[SEC-T-07] tell a clock that is wrong the right time', async () => {
    const who = await client()
    await who.signIn(newEmail())
    who.state.skew = 5 * minute
    const { status, body } = await who.call<{ code: string; serverTime: number }>('GET', '/api/auth/session')
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'CLOCK_SKEW' })
    who.state.skew = body.serverTime - world.time()
    expect((await who.call('GET', '/api/auth/session')).status).toBe(200)
  })

  it('are at most five for one person', async () => {
    const who = await client()
    const email = newEmail()
    const sessions = []
    for (let at = 0; at < 6; at++) {
      sessions.push(await who.signIn(email))
      world.wait(61 * minute)
    }
    const statuses = []
    for (const session of sessions) {
      who.state.session = session
      statuses.push((await who.call('GET', '/api/auth/session')).status)
    }
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
  })

  it('[REL-32] stay within ten devices over twenty browsers that forget everything', async () => {
    const email = newEmail()
    const users = new Set<string>()
    const browsers = []
    for (let at = 0; at < 20; at++) {
      const who = await client()
      users.add((await who.signIn(email)).userId)
      browsers.push(who)
      // Five mails an hour and ten a day may leave for one address.
      world.wait(3 * 3_600_000)
    }
    expect(users.size).toBe(1)
    const [first, last] = [browsers[0]!, browsers[19]!]
    const { body } = await last.call<{ devices: { id: string }[] }>('GET', '/api/auth/devices')
    expect(body.devices.map(({ id }) => id)).toEqual(
      browsers
        .slice(10)
        .reverse()
        .map(({ deviceId }) => deviceId),
    )
    expect((await first.call('GET', '/api/auth/session')).status).toBe(401)
  })

  it('[SEC-E-01] tell the owner of every new device', async () => {
    const email = newEmail()
    await (await client()).signIn(email)
    world.wait(31_000)
    await (await client()).signIn(email)
    expect((await world.inbox.next(email, /new browser/)).text).toContain('For 24 hours it cannot change')
  })
})

/** The whole change from one address to another; gives the last answer. */
async function change(who: Awaited<ReturnType<typeof client>>, from: string, to: string) {
  await who.call('POST', '/api/auth/email/change/start', { newEmail: to })
  await who.change('primary', { code: await who.readCode(from) })
  return who.change('secondary', { code: await who.readCode(to), email: to })
}

describe('changing the address', () => {
  it('[SEC-E-04] asks both addresses, and the old one can undo it for 72 hours, which ends all sessions', async () => {
    const [old, fresh] = [newEmail(), newEmail()]
    const who = await client()
    const { userId } = await who.signIn(old)
    world.wait(31_000)
    expect((await who.call('POST', '/api/auth/email/change/start', { newEmail: fresh })).body).toEqual({
      action: 'VERIFY_PRIMARY_OTP',
    })
    const primary = await who.readCode(old)
    expect((await who.change('secondary', { code: primary, email: fresh })).status).toBe(410)
    expect((await who.change('primary', { code: primary })).body).toEqual({
      action: 'VERIFY_SECONDARY_OTP',
    })
    const secondary = await who.readCode(fresh)
    expect((await who.change('secondary', { code: secondary, email: fresh })).body).toEqual({
      newEmail: fresh,
    })
    expect((await who.call('GET', '/api/auth/session')).body).toMatchObject({ user: { id: userId, email: fresh } })
    expect(await who.call('POST', '/api/auth/email/change/start', { newEmail: newEmail() })).toMatchObject({
      status: 403,
      body: { code: 'FROZEN' },
    })
    const mail = await world.inbox.next(old, /was changed/)
    const token = /token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    world.wait(72 * 60 * minute - minute)
    expect((await world.app().request(`/undo?token=${token}`)).status).toBe(200)
    const undo = () => world.app().request('/undo', { method: 'POST', body: new URLSearchParams({ token }) })
    expect((await undo()).status).toBe(200)
    expect((await undo()).status).toBe(410)
    expect((await who.call('GET', '/api/auth/session')).status).toBe(401)
    expect((await who.signIn(old)).userId).toBe(userId)
  })

  it('takes no code that a page saw from a session whose page never had to see one', async () => {
    const [old, fresh] = [newEmail(), newEmail()]
    const who = await client()
    await who.signIn(old)
    world.wait(31_000)
    await who.call('POST', '/api/auth/email/change/start', { newEmail: fresh })
    const code = await who.readCode(old)
    const primary = (typedIn: string) => who.change('primary', { code }, { typedIn })
    expect(await primary('host')).toMatchObject({ status: 403, body: { code: 'TYPED_OUTSIDE' } })
    // Auth has taken nothing, so that the same code still counts where it belongs.
    expect((await primary('frame')).status).toBe(200)
    const last = { code: await who.readCode(fresh), email: fresh }
    expect(await who.change('secondary', last, { typedIn: 'host' })).toMatchObject({ status: 403 })
    expect((await who.call('GET', '/api/auth/session')).body).toMatchObject({ user: { email: old } })
  })

  it('[SEC-E-04] keeps the old address free for the way back, also from another account that moves there', async () => {
    const [old, fresh] = [newEmail(), newEmail()]
    const thief = await client()
    const { userId } = await thief.signIn(old)
    world.wait(31_000)
    await change(thief, old, fresh)
    const second = await client()
    await second.signIn(newEmail())
    const other = (await second.call<{ user: { email: string } }>('GET', '/api/auth/session')).body.user.email
    world.wait(31_000)
    expect(await change(second, other, old)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const mail = await world.inbox.next(old, /was changed/)
    const token = /token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    const undone = await world.app().request('/undo', { method: 'POST', body: new URLSearchParams({ token }) })
    expect(undone.status).toBe(200)
    world.wait(31_000)
    expect((await (await client()).signIn(old)).userId).toBe(userId)
  })
})

describe('the door', () => {
  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['no origin', { origin: '' }],
    ['a cross-site page', { 'sec-fetch-site': 'cross-site' }],
    ['no frame header', { 'x-latchkey-frame': '' }],
  ])('is closed to %s', async (_, headers) => {
    const who = await client()
    const request = await who.prepare('POST', '/api/auth/email/start', {})
    Object.assign(request.init.headers, headers)
    expect(await who.send(request)).toMatchObject({ status: 403, body: { code: 'ORIGIN_REFUSED' } })
  })

  it('[SEC-O-TP-12] sends and takes no code when its counters cannot be reached', async () => {
    const dead = await startWalletWorld()
    const who = await createWalletClient(dead)
    await dead.db.close()
    expect(await who.start(newEmail())).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(await who.verify('a'.repeat(22), '123456')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(dead.inbox.mails).toEqual([])
    await dead.stop()
  })
})
