import { randomBytes, randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFrame } from '../test/createFrame.js'
import { createWalletClient } from '../test/createWalletClient.js'
import { type Inbox, startInbox } from '../test/startInbox.js'
import { readEnv } from './env.js'
import { openWallet } from './openWallet.js'
import { openPglite } from './platform/db/openPglite.js'
import { rows } from './platform/db/rows.js'
import { createLog } from './platform/log/log.js'
import { createMetrics } from './platform/metrics/metrics.js'

let inbox: Inbox
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  inbox = await startInbox()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(() => inbox?.stop())

const newEmail = () => `set-${randomBytes(5).toString('hex')}@mail.example`
/** An address in a network of its own. */
const newIp = () => `198.${randomInt(20, 250)}.${randomInt(250)}.7`

/** A wallet over its settings, as a process has them, and those who call it from anywhere. */
async function openWith(settings: { [name: string]: string }) {
  const db = await openPglite()
  let open: Awaited<ReturnType<typeof openWallet>> | undefined
  const server: Server = createServer((request, response) => void open?.listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const env = readEnv({
    LATCHKEY_WALLET_PORT: String(port),
    LATCHKEY_SMTP_URL: inbox.url,
    LATCHKEY_DEVICE_LINK: 'returning',
    LATCHKEY_WALLET_SITES: 'https://app.localhost',
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  })
  const frame = { apiUrl: () => 'http://127.0.0.1:9', chains: [] }
  const [log, metrics] = [createLog('silent'), createMetrics()]
  const wallet = await openWallet({ env, db, log, metrics, folder: undefined, frame })
  open = wallet
  ends.push(async () => {
    await wallet.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await db.close()
  })
  const request = (path: string, init: RequestInit = {}, ip = newIp()) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'x-forwarded-for': ip },
    })
  const run = (statement: SQL) => rows<{ [name: string]: unknown }>(db.query, statement)
  const browser = (ip = newIp()) => {
    const app = { request: (path: string, init?: RequestInit) => request(path, init, ip) }
    return createWalletClient({ app: () => app as never, inbox, origin: wallet.origin, time: () => Date.now() })
  }
  return {
    wallet,
    request,
    run,
    browser,
    /** Lets time pass for all that is counted. */
    pass: (time: string) =>
      run(sql`with counted as (update auth.limits set started_at = started_at - ${time}::interval)
        update auth.challenges set created_at = created_at - ${time}::interval`),
  }
}

describe('mails that strangers ask for', () => {
  const [one, network] = [newEmail(), '203.0.113.7']
  it.each([
    ['LATCHKEY_MAILS_ADDRESS_HOUR', () => ({ email: one, ip: newIp() }), '61 minutes'],
    ['LATCHKEY_MAILS_ADDRESS_DAY', () => ({ email: one, ip: newIp() }), '25 hours'],
    ['LATCHKEY_MAILS_NETWORK_HOUR', () => ({ email: newEmail(), ip: network }), '61 minutes'],
    ['LATCHKEY_MAILS_NETWORK_DAY', () => ({ email: newEmail(), ip: network }), '25 hours'],
    ['LATCHKEY_MAILS_NETWORK_ADDRESSES', () => ({ email: newEmail(), ip: network }), '11 minutes'],
    ['LATCHKEY_MAILS_SITE_HOUR', () => ({ email: newEmail(), ip: newIp() }), '61 minutes'],
  ])(
    'are as many as %s says, and more when its time is over',
    async (name, next, time) => {
      const { browser, pass } = await openWith({ [name]: '2' })
      const ask = async () => {
        const { email, ip } = next()
        const { status } = await (await browser(ip)).start(email)
        // The pause between two mails to one address.
        await pass('31 seconds')
        return status
      }
      expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
      await pass(time)
      expect(await ask()).toBe(200)
    },
    60_000,
  )
})

describe('what mails say', () => {
  it('is from LATCHKEY_MAIL_FROM, and of a wallet with the name LATCHKEY_WALLET_NAME', async () => {
    const { browser } = await openWith({
      LATCHKEY_MAIL_FROM: 'Blue Wallet <post@blue.example>',
      LATCHKEY_WALLET_NAME: 'Blue & Green',
    })
    const email = newEmail()
    await (await browser()).start(email)
    const mail = await inbox.next(email, /is your code/)
    expect(mail.from).toEqual({ name: 'Blue Wallet', address: 'post@blue.example' })
    expect(mail.text).toContain('Blue & Green')
  }, 60_000)
})

describe('passkeys', () => {
  it.each([
    ['on', true],
    ['off', false],
  ])('are a way to sign up and in where LATCHKEY_PASSKEY_LOGIN is %s', async (value, isOffered) => {
    const { request, browser } = await openWith({ LATCHKEY_PASSKEY_LOGIN: value })
    const offered = await request('/social/providers')
    expect(await offered.json()).toMatchObject({ passkey: isOffered })
    const { parentOrigin, publicKey, call } = await browser()
    const asked = { projectId: 'project', parentOrigin, devicePublicKey: publicKey }
    expect((await call('POST', '/api/auth/passkey/start', asked)).status).toBe(isOffered ? 200 : 404)
  })
})

describe('a new browser of a wallet without passkey and recovery code', () => {
  it.each([
    ['at-once', 200, ''],
    ['wait', 403, 'in 24 hours'],
    ['approve', 403, 'Allow it under Security'],
  ])(
    'gets the wallet as LATCHKEY_NEW_DEVICE says: %s',
    async (value, status, words) => {
      const { browser, pass } = await openWith({ LATCHKEY_NEW_DEVICE: value })
      const email = newEmail()
      const owner = await browser()
      await owner.signIn(email)
      const { auto } = await createFrame(owner).create()
      await pass('31 seconds')
      const fresh = await browser()
      await fresh.signIn(email)
      const answer = await createFrame(fresh).release('vault', auto.factor.factorId, 'unlock')
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(words)])
    },
    60_000,
  )
})

describe('how long the owner has', () => {
  it('is LATCHKEY_FREEZE_HOURS until a freeze ends, and LATCHKEY_DELETION_DAYS until a deletion', async () => {
    const settings = { LATCHKEY_FREEZE_HOURS: '5', LATCHKEY_DELETION_DAYS: '3' }
    const { browser, run, request, wallet } = await openWith(settings)
    const owner = await browser()
    await owner.signIn(newEmail())
    const { walletId } = await createFrame(owner).create()
    const token = randomBytes(32).toString('base64url')
    expect(await (await request(`/freeze?token=${token}`)).text()).toContain('opens again after 5 hours')
    const ended = async (ago: string) => {
      await run(sql`delete from vault.freezes`)
      await run(
        sql`insert into vault.freezes (id, wallet_id, frozen_at) values ('f', ${walletId}, now() - ${ago}::interval)`,
      )
      await wallet.settle()
      return run(sql`select id from vault.freezes where ended_at is not null`)
    }
    expect(await ended('4 hours 59 minutes')).toEqual([])
    expect(await ended('5 hours 1 minute')).toEqual([{ id: 'f' }])
    const { body } = await owner.call('GET', '/api/vault/deletion')
    expect(body).toEqual({ dueAt: null, waitMs: 3 * 86_400_000 })
  }, 60_000)
})

describe('what is kept', () => {
  const days = {
    LATCHKEY_RETENTION_SESSIONS: 2,
    LATCHKEY_RETENTION_SIGN_INS: 3,
    LATCHKEY_RETENTION_BROWSERS: 4,
    LATCHKEY_RETENTION_EMAIL_CHANGES: 5,
    LATCHKEY_RETENTION_FREEZES: 6,
    LATCHKEY_RETENTION_NOTICES: 7,
    LATCHKEY_RETENTION_RESTORES: 8,
  }
  /** Of each setting two rows, one an hour younger than it says and one an hour older. */
  const rowsOf: { [name in keyof typeof days]: (id: string, time: SQL) => [table: string, insert: SQL] } = {
    LATCHKEY_RETENTION_SESSIONS: (id, time) => [
      'auth.sessions',
      sql`(id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at, otp_at, signing_until, expires_at)
        values (${id}, ${id}, 'u', 'd', '', '', ${time}, ${time}, ${time}, ${time}, ${time})`,
    ],
    LATCHKEY_RETENTION_SIGN_INS: (id, time) => [
      'auth.challenges',
      sql`(id, kind, email_index, email_box, project_id, parent_origin, device_id, device_key, device_name, browser, place, network,
          match_number, created_at, expires_at)
        values (${id}, 'login', '', '', '', '', '', '{}', '', '', '', '', '', ${time}, ${time})`,
    ],
    LATCHKEY_RETENTION_BROWSERS: (id, time) => [
      'auth.devices',
      sql`(user_id, id, public_key, name, created_at, last_seen_at, revoked_at) values ('u', ${id}, '{}', '', ${time}, ${time}, ${time})`,
    ],
    LATCHKEY_RETENTION_EMAIL_CHANGES: (id, time) => [
      'auth.email_changes',
      sql`(id, user_id, old_index, old_box, undo_hash, undo_until) values (${id}, 'u', '', '', ${id}, ${time})`,
    ],
    LATCHKEY_RETENTION_FREEZES: (id, time) => [
      'vault.freezes',
      sql`(id, wallet_id, frozen_at, ended_at) values (${id}, 'w', ${time}, ${time})`,
    ],
    // Of somebody whose address cannot be read: no mail can be made of it.
    LATCHKEY_RETENTION_NOTICES: (id, time) => [
      'auth.notices',
      sql`(id, user_id, title, body, created_at) values (${id}, 'u', '', '', ${time})`,
    ],
    LATCHKEY_RETENTION_RESTORES: (id, time) => [
      'vault.restores',
      sql`(wallet_id, device_id, device_name, asked_at, stop_hash) values ('w', ${id}, '', ${time}, ${id})`,
    ],
  }

  it('is kept for as many days as each setting says', async () => {
    const settings = Object.fromEntries(Object.entries(days).map(([name, value]) => [name, String(value)]))
    const { run, wallet } = await openWith(settings)
    await run(sql`insert into auth.users (id, email_index, email_box, created_at) values ('u', '', '', now())`)
    await run(
      sql`insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at)
        values ('u', 'd', '{}', '', now() - interval '90 days', now())`,
    )
    await run(
      sql`insert into vault.wallets (id, user_id, state, epoch, blob_envelope, addresses, created_at)
        values ('w', 'u', 'active', 1, '', '[]', now())`,
    )
    const names = Object.keys(days) as (keyof typeof days)[]
    const insert = async (name: keyof typeof days, id: string, hours: number) => {
      const [table, row] = rowsOf[name](id, sql`now() - make_interval(hours => ${hours}::int)`)
      await run(sql`insert into ${sql.raw(table)} ${row}`)
    }
    for (const name of names) {
      await insert(name, 'younger', days[name] * 24 - 1)
      await insert(name, 'older', days[name] * 24 + 1)
    }
    // It ends with the notice that nobody can send.
    await wallet.settle().catch(() => undefined)
    const left: { [name: string]: unknown } = {}
    for (const name of names) {
      const [table] = rowsOf[name]('', sql``)
      const id = sql.raw(table === 'vault.restores' ? 'device_id' : 'id')
      const found = await run(sql`select ${id} as id from ${sql.raw(table)} where ${id} in ('younger', 'older')`)
      left[name] = found.map((row) => row.id)
    }
    expect(left).toEqual(Object.fromEntries(names.map((name) => [name, ['younger']])))
  }, 60_000)
})
