import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'
import { defaultMailLimits } from '../platform/wallet/mailLimits.js'

const minute = 60_000
const day = 86_400_000
let world: WalletWorld
beforeAll(async () => {
  const { network, ...rest } = defaultMailLimits
  world = await startWalletWorld({ more: { mailLimits: { ...rest, network: { ...network, addresses: 3 } } } })
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `user-${randomBytes(5).toString('hex')}@mail.example`
const client = (options?: { ip?: string }) => createWalletClient(world, options)

/** A browser whose code is on the screen: device confirmed, code in hand. */
async function atCode(email = newEmail(), browser?: Awaited<ReturnType<typeof client>>) {
  const who = browser ?? (await client())
  const { body } = await who.start(email)
  if (body.action === 'VERIFY_DEVICE') await who.approve(email)
  return { who, email, challengeId: body.challengeId, code: await who.readCode(email) }
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('signing in by e-mail', () => {
  it('goes from address to code to session, and tells who is signed in', async () => {
    const email = newEmail()
    const who = await client()
    const session = await who.signIn(email)
    expect(session).toMatchObject({ isNewDevice: true, walletId: null, deviceId: who.deviceId })
    const { body } = await who.call('GET', '/api/auth/session')
    expect(body).toMatchObject({ user: { id: session.userId, email }, device: { id: who.deviceId } })
    world.wait(31_000)
    const again = await who.signIn(email)
    expect(again).toMatchObject({ isNewDevice: false, userId: session.userId })
  })

  it('[SEC-O-TP-01] takes a code at 9:59 and not at 10:01', async () => {
    await world.hold(async () => {
      const early = await atCode()
      world.wait(10 * minute - 1_000)
      expect((await early.who.verify(early.challengeId, early.code)).status).toBe(200)
      const late = await atCode()
      world.wait(10 * minute + 1_000)
      expect(await late.who.verify(late.challengeId, late.code)).toMatchObject({
        status: 410,
        body: { code: 'CODE_EXPIRED' },
      })
    })
  })

  it('[SEC-O-TP-02] gives five tries', async () => {
    const { who, challengeId, code } = await atCode()
    for (let at = 0; at < 5; at++)
      expect(await who.verify(challengeId, wrong(code))).toMatchObject({ status: 403, body: { code: 'CODE_WRONG' } })
    expect((await who.verify(challengeId, code)).status).toBe(410)
  })

  it('[SEC-O-TP-03] gives no new tries with a new code, locks for a day after ten, and opens again', async () => {
    const first = await atCode()
    for (let at = 0; at < 5; at++) await first.who.verify(first.challengeId, wrong(first.code))
    world.wait(31_000)
    const second = await atCode(first.email, first.who)
    for (let at = 0; at < 5; at++) await second.who.verify(second.challengeId, wrong(second.code))
    world.wait(31_000)
    const third = await atCode(first.email, first.who)
    expect(await third.who.verify(third.challengeId, third.code)).toMatchObject({
      status: 429,
      body: { code: 'LOCKED' },
    })
    world.wait(day)
    const fourth = await atCode(first.email, first.who)
    expect((await fourth.who.verify(fourth.challengeId, fourth.code)).status).toBe(200)
  })

  it('[SEC-O-TP-04] ends an older code when a newer one is sent', async () => {
    const old = await atCode()
    world.wait(31_000)
    const { body } = await old.who.call<{ challengeId: string }>('POST', '/api/auth/email/resend', {
      challengeId: old.challengeId,
    })
    const fresh = await old.who.readCode(old.email)
    if (fresh !== old.code) expect((await old.who.verify(old.challengeId, old.code)).status).toBe(403)
    expect((await old.who.verify(body.challengeId, fresh)).status).toBe(200)
    world.wait(31_000)
    const one = await atCode(old.email, old.who)
    world.wait(31_000)
    await atCode(old.email, old.who)
    expect((await one.who.verify(one.challengeId, one.code)).status).toBe(410)
  })

  it('[SEC-O-TP-05] holds mails back on the server, whatever the browser remembers', async () => {
    const email = newEmail()
    await (await client()).start(email)
    const early = await (await client()).start(email)
    expect(early).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(early.body.retryAfterMs).toBeGreaterThan(20_000)
    expect(early.body.retryAfterMs).toBeLessThanOrEqual(30_000)
    for (let sent = 1; sent < 5; sent++) {
      world.wait(31_000)
      expect((await (await client()).start(email)).status).toBe(200)
    }
    world.wait(31_000)
    expect((await (await client()).start(email)).status).toBe(429)
  })

  it('[SEC-O-TP-05] what one limit of mails refuses does not use up the next', async () => {
    const email = newEmail()
    const who = await client()
    const start = async () => (await who.start(email)).status
    const hasty = async () => {
      for (let tries = 0; tries < 12; tries++) expect(await start()).toBe(429)
    }
    expect(await start()).toBe(200)
    await hasty()
    for (let sent = 1; sent < 5; sent++) {
      world.wait(31_000)
      expect(await start()).toBe(200)
    }
    for (let tries = 0; tries < 8; tries++) {
      world.wait(31_000)
      expect(await start()).toBe(429)
    }
    world.wait(3_600_000)
    expect(await start()).toBe(200)
  })

  it('behavior: a right code ends the wait for the next mail, a wrong one does not', async () => {
    const { who, email, challengeId, code } = await atCode()
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await who.verify(challengeId, wrong)).status).toBe(403)
    expect((await (await client()).start(email)).status).toBe(429)
    expect((await who.verify(challengeId, code)).status).toBe(200)
    expect((await (await client()).start(email)).status).toBe(200)
  })

  it('[SEC-O-TP-06] counts a /48, a /24 and the mapped form of an address once, and believes no header of a stranger', async () => {
    const statuses = async (ips: readonly string[], headers = {}) => {
      const found: number[] = []
      for (const ip of ips) {
        const who = await client({ ip })
        const email = newEmail()
        const request = await who.prepare('POST', '/api/auth/email/start', {
          email,
          projectId: 'project',
          parentOrigin: who.parentOrigin,
          devicePublicKey: who.publicKey,
          deviceName: 'x',
        })
        Object.assign(request.init.headers, headers)
        found.push((await who.send(request)).status)
      }
      return found
    }
    expect(await statuses(['2001:db8:1:2::1', '2001:db8:1:ffff::2', '2001:0db8:1:2:0:0:0:3', '2001:db8:1::4'])).toEqual(
      [200, 200, 200, 429],
    )
    expect(await statuses(['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.10', '::ffff:203.0.113.11'])).toEqual([
      200, 200, 200, 429,
    ])
    expect(
      await statuses(['203.0.115.10', '203.0.115.10', '203.0.115.10', '203.0.115.10'], {
        'x-forwarded-for': '198.51.100.7',
      }),
    ).toEqual([200, 200, 200, 429])
  })

  it('[SEC-O-TP-07] keeps nothing that a thief could try codes against', async () => {
    const { email, code, challengeId } = await atCode()
    const dump = JSON.stringify(
      await rows(
        world.db.query,
        sql`select to_jsonb(c) as row, to_jsonb(m) as code from auth.challenges c join recovery.mail_codes m on m.id = c.id
          where c.id = ${challengeId}`,
      ),
    )
    expect(dump).not.toContain(email)
    const [row] = await rows<{ salt: string; mac: string }>(
      world.db.query,
      sql`select salt, mac from recovery.mail_codes where id = ${challengeId}`,
    )
    const { createSecretBox } = await import('../platform/secrets/secretBox.js')
    const { isCode } = await import('../platform/wallet/oneTimeCode.js')
    const [binding] = await rows<never>(
      world.db.query,
      sql`select id, kind, mailbox_index as "mailboxIndex", device_id as "deviceId" from recovery.mail_codes where id = ${challengeId}`,
    )
    if (row === undefined || binding === undefined) throw new Error('no row')
    expect(isCode(await world.recoveryBox(), binding, row, code)).toBe(true)
    expect(isCode(createSecretBox(randomBytes(32)), binding, row, code)).toBe(false)
  })

  it('[SEC-O-TP-08] answers the same for a known and an unknown address', async () => {
    const known = newEmail()
    await (await client()).signIn(known)
    // Past every limit, so that it is the address that could make a difference and nothing else.
    world.wait(25 * 3_600_000)
    // What differs in every answer is compared by its form: ids and times.
    const shape = ({ status, body }: { status: number; body: object }) => ({
      status,
      body: JSON.stringify(body)
        .replace(/[\w-]{20,}/g, (id) => `${id.length}`)
        .replace(/("matchNumber":"|after )\d+|\d{4,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '$1n'),
    })
    const unknown = `${'u'.repeat(known.indexOf('@'))}${known.slice(known.indexOf('@'))}`
    const asks = await Promise.all([known, unknown].map(async (email) => ({ email, who: await client() })))
    const began: Awaited<ReturnType<Awaited<ReturnType<typeof client>>['start']>>[] = []
    for (const { email, who } of asks) began.push(await who.start(email))
    expect(shape(began[0]!)).toEqual(shape(began[1]!))
    for (const code of ['000000', '123456', 'x']) {
      const [one, two] = await Promise.all(asks.map(({ who }, at) => who.verify(began[at]!.body.challengeId, code)))
      expect(shape(one!)).toEqual(shape(two!))
    }
    // Also at the limits: strangers who ask again and again hear the same of both.
    for (let round = 0; round < 12; round++) {
      world.wait(31_000)
      const heard = []
      for (const { email } of asks) heard.push(await (await client()).start(email))
      expect(shape(heard[0]!)).toEqual(shape(heard[1]!))
    }
  })

  it('[SEC-O-TP-09] takes a code only from the browser and the challenge that asked for it', async () => {
    const one = await atCode()
    const other = await atCode()
    expect((await other.who.verify(one.challengeId, one.code)).status).toBe(410)
    const taken = await other.who.call('POST', '/api/auth/email/verify', { challengeId: one.challengeId })
    expect(taken.status).toBe(401)
    expect((await one.who.verify(other.challengeId, one.code)).status).toBe(410)
    if (one.code !== other.code) expect((await other.who.verify(other.challengeId, one.code)).status).toBe(403)
    expect((await one.who.verify(one.challengeId, one.code)).status).toBe(200)
  })

  it('[SEC-O-TP-11] reads codes with spaces, dashes and wide digits', async () => {
    const { who, challengeId, code } = await atCode()
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    expect((await who.verify(challengeId, ` ${wide.slice(0, 3)}–${wide.slice(3)} `)).status).toBe(200)
  })

  it('refuses a site that may not embed the wallet, and addresses nobody can write to', async () => {
    const who = await client()
    expect(await who.start(newEmail(), { parentOrigin: 'https://evil.test' })).toMatchObject({
      status: 403,
      body: { code: 'ORIGIN_REFUSED' },
    })
    for (const email of ['x', 'a@b\r\nbcc: c@d.example', 'a@b c.example', '@x.example', `${'a'.repeat(65)}@x.example`])
      expect((await who.start(email)).status).toBe(400)
  })
})
