import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustody } from '../../test/createCustody.js'
import { createFrame } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { admitNewBrowser } from '../custody/restores.js'
import { sweepCustody } from '../custody/sweepCustody.js'
import { readEnv } from '../env.js'
import { rows } from '../platform/db/rows.js'
import { createSmtpMail } from '../platform/mail/createSmtpMail.js'
import { putNotice } from '../platform/mail/putNotice.js'
import { defaultRetention } from '../platform/wallet/retention.js'
import { emailIndex, sealEmail } from './emailIndex.js'

const day = 86_400_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { retention: { ...defaultRetention, emailChanges: 20 } } })
}, 180_000)
afterAll(() => world?.stop())

const newEmail = () => `kept-${randomBytes(5).toString('hex')}@mail.example`
async function owner() {
  const email = newEmail()
  const client = await createWalletClient(world)
  const { userId } = await client.signIn(email)
  const frame = createFrame(client)
  const { walletId } = await frame.create()
  return { email, client, userId, walletId, frame }
}
const count = async (table: string, where: ReturnType<typeof sql>) =>
  (await rows(world.db.query, sql`select 1 from ${sql.raw(table)} where ${where}`)).length

describe('what is kept', () => {
  it('goes after so many days: a removed browser, a change of e-mail, an ended freeze', async () => {
    const { email, client, userId, walletId } = await owner()
    world.wait(25 * 3_600_000)
    const other = await createWalletClient(world)
    await other.signIn(email)
    await client.stepUp(email)
    expect((await client.call('DELETE', `/api/auth/devices/${other.deviceId}`)).status).toBe(200)
    const next = newEmail()
    await client.call('POST', '/api/auth/email/change/start', { newEmail: next })
    await client.change('primary', { code: await client.readCode(email) })
    expect((await client.change('secondary', { code: await client.readCode(next), email: next })).status).toBe(200)
    const { now } = world.options
    await world.db.query.execute(
      sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${userId}, ${walletId}, ${now()})`,
    )
    const left = async () => ({
      browsers: await count('auth.devices', sql`user_id = ${userId} and revoked_at is not null`),
      changes: await count('auth.email_changes', sql`user_id = ${userId}`),
      freezes: await count('vault.freezes', sql`wallet_id = ${walletId}`),
    })
    const after = async (days: number) => {
      world.wait(days * day)
      await world.app().settle()
      return left()
    }
    // A change can be undone for three days, and the freeze ends by itself after three.
    expect(await after(22)).toEqual({ browsers: 1, changes: 1, freezes: 1 })
    expect(await after(2)).toEqual({ browsers: 1, changes: 0, freezes: 1 })
    expect(await after(65)).toEqual({ browsers: 1, changes: 0, freezes: 1 })
    expect(await after(2)).toEqual({ browsers: 0, changes: 0, freezes: 1 })
    expect(await after(25)).toEqual({ browsers: 0, changes: 0, freezes: 0 })
  }, 120_000)

  it('includes a removed browser for as long as the vault has its half', async () => {
    const { userId, client } = await owner()
    const { now, db } = world.options
    await db.query.execute(
      sql`update auth.devices set revoked_at = ${now()} - interval '91 days', created_at = ${now()} - interval '99 days'
        where user_id = ${userId}`,
    )
    await db.query.execute(
      sql`update vault.factors set created_at = ${now()} - interval '99 days' where device_id = ${client.deviceId}`,
    )
    await world.app().settle()
    expect(await count('vault.factors', sql`device_id = ${client.deviceId}`)).toBe(0)
    await world.app().settle()
    expect(await count('auth.devices', sql`user_id = ${userId}`)).toBe(0)
  }, 60_000)

  it('is enough to know a new browser of an old wallet for new, once all others are forgotten', async () => {
    const { email, userId } = await owner()
    await world.db.query.execute(sql`delete from auth.devices where user_id = ${userId}`)
    world.wait(60_000)
    const anew = await createWalletClient(world)
    await anew.signIn(email)
    const { body } = await anew.call<{ device: { frozenUntil: number } }>('GET', '/api/auth/session')
    expect(body.device.frozenUntil).toBeGreaterThan(world.time() + day - 60_000)
  }, 60_000)
})

describe('a notice that cannot be sent', () => {
  it('goes with its mail after so many days', async () => {
    const away = createSmtpMail({ url: 'smtp://127.0.0.1:1', from: 'Test Wallet <wallet@latchkey.example>' })
    const more = { mail: away, retention: { ...defaultRetention, notices: 3 } }
    const muted = await startWalletWorld({ more })
    const { box, db, now } = muted.options
    const tell = (id: string) => putNotice(db.query, now, id, { title: 'Something', text: 'happened' })
    const email = newEmail()
    await db.query.execute(
      sql`insert into auth.users (id, email_index, email_box, created_at)
        values ('told', ${emailIndex(box, email)}, ${sealEmail(box, email)}, ${now()})`,
    )
    const left = async (days: number) => {
      muted.wait(days * day)
      await muted
        .app()
        .settle()
        .catch(() => undefined)
      const [row] = await rows<{ notices: number; mails: number }>(
        db.query,
        sql`select (select count(*)::int from auth.notices) as notices, (select count(*)::int from auth.outbox) as mails`,
      )
      return row
    }
    await tell('told')
    expect(await left(0)).toEqual({ notices: 0, mails: 1 })
    expect(await left(2.9)).toEqual({ notices: 0, mails: 1 })
    expect(await left(0.2)).toEqual({ notices: 0, mails: 0 })
    // An address that the keys do not open: no mail can be made, and the notice waits.
    await db.query.execute(sql`update auth.users set email_box = 'unreadable'`)
    await tell('told')
    expect(await left(2.9)).toEqual({ notices: 1, mails: 0 })
    expect(await left(0.2)).toEqual({ notices: 0, mails: 0 })
    await muted.stop()
  }, 120_000)

  it('holds up none of those behind it, and is told once its address can be opened', async () => {
    const { db, box, now } = world.options
    const email = newEmail()
    const [closed, open] = [emailIndex(box, `closed-${email}`), emailIndex(box, email)]
    await db.query.execute(sql`insert into auth.users (id, email_index, email_box, created_at)
      values ('closed', ${closed}, 'unreadable', ${now()}), ('open', ${open}, ${sealEmail(box, email)}, ${now()})`)
    for (let at = 0; at < 20; at++)
      await putNotice(db.query, now, 'closed', { title: `Closed ${at}`, text: 'happened' })
    await putNotice(db.query, now, 'open', { title: 'Something behind', text: 'happened' })
    await world.app().settle()
    await world.inbox.next(email, /Something behind/)
    expect(await count('auth.notices', sql`user_id = 'closed'`)).toBe(20)
    const sealed = sealEmail(box, `closed-${email}`)
    await db.query.execute(sql`update auth.users set email_box = ${sealed} where id = 'closed'`)
    world.wait(61_000)
    await world.app().settle()
    await world.inbox.next(`closed-${email}`, /Closed \d+/)
    expect(await count('auth.notices', sql`user_id = 'closed'`)).toBe(0)
  }, 60_000)

  it('is told late rather than never, where no server ran for longer', async () => {
    const { email, userId } = await owner()
    const { db, now } = world.options
    await putNotice(db.query, () => sql`(${now()} - interval '9 days')`, userId, {
      title: 'Something late',
      text: 'happened',
    })
    await world.app().settle()
    await world.inbox.next(email, /Something late/)
  }, 60_000)
})

describe('a browser that asked for a wallet', () => {
  it('is forgotten after so many days', async () => {
    const custody = await createCustody()
    const { userId, walletId } = await custody.owner(['auto'])
    const fresh = await custody.signIn(userId)
    const context = { ...custody.context, newDevice: 'wait' as const, retention: { ...defaultRetention, restores: 10 } }
    await expect(admitNewBrowser(context, fresh, walletId)).rejects.toMatchObject({ refusal: 'FROZEN' })
    const left = async (days: number) => {
      custody.clock.now += days * day
      await sweepCustody(context)
      const asked = sql`select 1 from vault.restores where device_id = ${fresh.deviceId}`
      return (await rows(context.db.query, asked)).length
    }
    // It is let in after a day.
    expect(await left(10.9)).toBe(1)
    expect(await left(0.2)).toBe(0)
    await custody.stop()
  }, 120_000)
})

describe('the settings of what is kept', () => {
  it('are days, and refused where they are not', () => {
    expect(readEnv({}).LATCHKEY_RETENTION_BROWSERS).toBe(90)
    expect(readEnv({ LATCHKEY_RETENTION_HISTORY: '365' }).LATCHKEY_RETENTION_HISTORY).toBe(365)
    for (const value of ['0', '3651', 'long', '1.5'])
      expect(() => readEnv({ LATCHKEY_RETENTION_FREEZES: value })).toThrow('LATCHKEY_RETENTION_FREEZES')
    for (const value of ['0', '8'])
      expect(() => readEnv({ LATCHKEY_RETENTION_MESSAGES: value })).toThrow('LATCHKEY_RETENTION_MESSAGES')
    for (const value of ['6', '3651'])
      expect(() => readEnv({ LATCHKEY_RETENTION_RESTORES: value })).toThrow('LATCHKEY_RETENTION_RESTORES')
  })
})
