import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, openSeed, xor } from '../test/createFrame.js'
import { createWalletClient } from '../test/createWalletClient.js'
import { findPostgres } from '../test/findService.js'
import { startFront } from '../test/startFront.js'
import { type Inbox, startInbox } from '../test/startInbox.js'
import { freePort, type ServerProcess, startProcess } from '../test/startProcess.js'
import { writeKeyRing } from './custody/keys/writeKeyRing.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { runCommand } from './runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: roles as processes (no TEST_DATABASE_URL and no initdb found)')
const roles = ['auth', 'vault', 'recovery'] as const

describe.skipIf(postgres === undefined)(
  'auth, vault and recovery as processes with database users of their own',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-roles-'))
    const processes: ServerProcess[] = []
    let owner: pg.Client
    let front: Awaited<ReturnType<typeof startFront>>
    let inbox: Inbox
    const urls = { auth: '', vault: '', recovery: '' }

    beforeAll(async () => {
      const url = postgres?.url ?? ''
      await (await openPostgres(url)).close()
      owner = new pg.Client({ connectionString: url })
      await owner.connect()
      const grants = await runCommand(['grants'])
      // Twice, since it is run again after each upgrade.
      for (let at = 0; at < 2; at++) await owner.query(grants)
      for (const role of roles) {
        const name = `test_${role}_${randomBytes(4).toString('hex')}`
        await owner.query(`create user ${name} password 'x' in role ${role}_rw`)
        const login = new URL(url)
        Object.assign(login, { username: name, password: 'x' })
        urls[role] = login.href
      }
      inbox = await startInbox()
      front = await startFront()
      for (const name of roles) writeKeyRing(join(folder, `${name}.json`))
      const keys = {
        auth: { LATCHKEY_AUTH_KEYS: join(folder, 'auth.json'), LATCHKEY_SMTP_URL: inbox.url },
        vault: { LATCHKEY_VAULT_KEYS: join(folder, 'vault.json') },
        recovery: { LATCHKEY_RECOVERY_KEYS: join(folder, 'recovery.json'), LATCHKEY_RECOVERY_SMTP_URL: inbox.url },
      }
      for (const role of ['recovery', 'vault', 'auth'] as const) {
        front.ports[role] = await freePort()
        const env = {
          DATABASE_URL: urls[role],
          LATCHKEY_WALLET_ORIGIN: front.origin,
          LATCHKEY_WALLET_PORT: String(front.ports[role]),
          LATCHKEY_WALLET_SITES: 'https://app.localhost',
          LATCHKEY_DEVICE_LINK: 'returning',
          ...keys[role],
        }
        const started = await startProcess(env, ['--roles', role])
        processes.push(started)
        expect(started.said()).toContain('Latchkey server on')
      }
    }, 120_000)
    afterAll(async () => {
      for (const each of processes) await each.stop()
      await front?.stop()
      await inbox?.stop()
      await owner?.end()
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const browser = () => {
      const app = { request: (path: string, init?: RequestInit) => fetch(`${front.origin}${path}`, init) }
      return createWalletClient({ app: () => app as never, inbox, origin: front.origin, time: () => Date.now() })
    }

    it('sign a person up, unlock, add and remove factors, rotate and tell the owner', async () => {
      const client = await browser()
      await client.signIn('apart@mail.example')
      const frame = createFrame(client)
      const wallet = await frame.create()
      const { walletId, key, seed } = wallet
      const opened = await frame.release('vault', wallet.device.factor.factorId, 'unlock')
      expect(openSeed(xor(opened.half!, wallet.device.client), opened.body.blob)).toEqual(seed)
      const server = await frame.release('vault', wallet.auto.factor.factorId, 'recover')
      const auto = await frame.release('recovery', wallet.auto.factor.factorId, 'recover')
      expect(openSeed(xor(server.half!, auto.half!), server.body.blob)).toEqual(seed)
      expect((await inbox.next('apart@mail.example', /restored by e-mail/)).text).toContain(
        'Anyone who can read this mailbox',
      )
      const verifier = newId() + newId().slice(0, 21)
      const locator = newId() + newId().slice(0, 21)
      const more = { clientCipher: 'AAAA', verifier, locator }
      const code = await frame.makeFactor('code', key, { walletId, more })
      const added = await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })
      expect(added).toMatchObject({ status: 200 })
      // The vault finds the code, auth opens the session, and neither can do the other's part.
      const { call, publicKey: devicePublicKey, parentOrigin } = await browser()
      const found = await call<{ voucher: string }>('POST', '/api/vault/find', { locator, devicePublicKey })
      expect(found.status).toBe(200)
      const { voucher } = found.body
      const asked = { voucher, projectId: 'project', parentOrigin, devicePublicKey, deviceName: 'Another browser' }
      expect(await call('POST', '/api/auth/code/verify', asked)).toMatchObject({ status: 200, body: { walletId } })
      const removed = await client.call('DELETE', `/api/vault/factors/${wallet.auto.factor.factorId}`)
      expect(removed).toMatchObject({ status: 200 })
      const [device, fresh] = [
        await frame.makeFactor('device', key, { walletId, epoch: 2 }),
        await frame.makeFactor('auto', key, { walletId, epoch: 2 }),
      ]
      const rotated = await client.call('POST', `/api/vault/wallets/${walletId}/rotate`, {
        epoch: 2,
        blob: wallet.request.blob,
        factors: [device.factor, fresh.factor],
      })
      expect(rotated).toMatchObject({ status: 200, body: { epoch: 2 } })
      expect((await frame.release('vault', device.factor.factorId, 'unlock')).status).toBe(200)
      expect((await client.call('DELETE', `/api/auth/devices/${client.deviceId}`)).status).toBe(200)
      expect((await client.call('GET', '/api/vault/factors')).status).toBe(401)
    }, 60_000)

    it('freeze a wallet by the link of a mail for the vault and for recovery, until a recovery code ends it', async () => {
      const email = 'frozen@mail.example'
      const client = await browser()
      await client.signIn(email)
      const frame = createFrame(client)
      const { walletId, key, device, auto } = await frame.create()
      const verifier = newId() + newId().slice(0, 21)
      const locator = newId() + newId().slice(0, 21)
      const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier, locator } })
      expect(
        (await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })).status,
      ).toBe(200)
      const { text = '' } = await inbox.next(email, /Something new/)
      const [, token = ''] = /freeze\?token=([\w-]{43})/.exec(text) ?? []
      const frozen = await fetch(`${front.origin}/freeze`, { method: 'POST', body: new URLSearchParams({ token }) })
      expect(frozen.status).toBe(200)
      for (const [role, { factor }] of [
        ['vault', device],
        ['vault', auto],
        ['recovery', auto],
      ] as const) {
        const { status, body } = await frame.release(role, factor.factorId, 'unlock')
        expect([role, status, body.code]).toEqual([role, 403, 'WALLET_FROZEN'])
      }
      const fresh = await browser()
      const { publicKey: devicePublicKey, parentOrigin } = fresh
      const { body } = await fresh.call<{ voucher: string }>('POST', '/api/vault/find', { locator, devicePublicKey })
      const asked = { ...body, projectId: 'project', parentOrigin, devicePublicKey, deviceName: 'Another browser' }
      const opened = await fresh.call<never>('POST', '/api/auth/code/verify', asked)
      fresh.state.session = opened.body
      const ended = await createFrame(fresh).release('vault', code.factor.factorId, 'recover', { verifier })
      expect(ended.status).toBe(200)
      expect((await inbox.next(email, /no longer frozen/)).text).toContain('Another browser')
      expect((await client.call('GET', '/api/vault/factors')).status).toBe(401)
    }, 60_000)

    const secrets = {
      auth: [
        'select email_box from auth.users',
        'select token_hash from auth.challenges',
        'select box from auth.outbox',
      ],
      vault: [
        'select envelope from vault.factors',
        'select blob_envelope from vault.wallets',
        'select envelope from vault.hpke_keys',
        'select verifier_mac from vault.factors',
      ],
      recovery: [
        'select sealed from recovery.halves',
        'select envelope from recovery.halves',
        'select envelope from recovery.hpke_keys',
        'select mac from recovery.mail_codes',
        'select sealed from recovery.asks',
        'select box from recovery.outbox',
      ],
    }
    it.each(roles)('leave %s no way to the secrets of the others, nor to the tables themselves', async (role) => {
      const login = new pg.Client({ connectionString: urls[role] })
      await login.connect()
      const code = (statement: string) =>
        login.query(statement).then(
          () => 'OK',
          (error: { code?: string }) => error.code,
        )
      for (const [whose, statements] of Object.entries(secrets))
        for (const statement of statements)
          expect([statement, await code(statement)]).toEqual([statement, whose === role ? 'OK' : '42501'])
      const refused = [
        'select * from auth.users, vault.wallets, recovery.halves',
        'create table public.mine (a int)',
        'drop table vault.factors',
        'alter table recovery.halves disable row level security',
        'set role vault_rw; set role recovery_rw; set role auth_rw',
        "copy (select 1) to program 'id'",
        'select * from public.prices',
      ]
      for (const statement of refused) expect([statement, await code(statement)]).toEqual([statement, '42501'])
      if (role !== 'vault') expect(await code("update vault.factors set envelope = ''")).toBe('42501')
      if (role !== 'recovery') expect(await code('update recovery.halves set round_trip_at = now()')).toBe('42501')
      if (role !== 'auth') expect(await code("update auth.sessions set user_id = 'x'")).toBe('42501')
      if (role !== 'vault') expect(await code("insert into vault.vouchers values ('a', 'b', 'c', now())")).toBe('42501')
      if (role !== 'vault') expect(await code('update vault.restores set approved_at = now()')).toBe('42501')
      await login.end()
    })

    it('leave the data API its prices and nothing of anybody', async () => {
      const name = `test_data_${randomBytes(4).toString('hex')}`
      await owner.query(`create user ${name} password 'x' in role data_rw`)
      const login = new URL(postgres?.url ?? '')
      Object.assign(login, { username: name, password: 'x' })
      const chains = [
        {
          caip2: 'eip155:31337',
          name: 'Local',
          rpc: ['http://127.0.0.1:9'],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          nativePrice: 3000,
        },
      ]
      const env = { DATABASE_URL: login.href, PORT: '0', LATCHKEY_CHAINS: JSON.stringify(chains) }
      const started = await startProcess(env, ['--roles', 'data'])
      processes.push(started)
      expect(started.said()).toContain('Latchkey server on')
      const client = new pg.Client({ connectionString: login.href })
      await client.connect()
      expect((await client.query('select usd from prices')).rows).toEqual([{ usd: 3000 }])
      for (const table of ['relay.messages', 'history.entries', 'sessions.sessions', 'siwx.accounts'])
        expect((await client.query(`delete from ${table}`)).rowCount).toBe(0)
      for (const table of ['auth.users', 'vault.wallets', 'recovery.halves'])
        await expect(client.query(`select 1 from ${table}`)).rejects.toMatchObject({ code: '42501' })
      await client.end()
    }, 60_000)

    it('[SEC-C-13] are refused when the keys of one are the keys of another', async () => {
      const env = {
        DATABASE_URL: urls.recovery,
        LATCHKEY_WALLET_ORIGIN: front.origin,
        LATCHKEY_WALLET_PORT: '0',
        LATCHKEY_RECOVERY_KEYS: join(folder, 'vault.json'),
        LATCHKEY_SMTP_URL: inbox.url,
      }
      const refused = await startProcess(env, ['--roles', 'recovery'])
      expect(await refused.ended).toBe(1)
      expect(refused.said()).toMatch(/must not share a key/)
    }, 60_000)

    it('are told who brings the database up to date when something is missing', async () => {
      const { rows } = await owner.query("delete from latchkey_migrations where name = '0001_prices.sql' returning *")
      const env = {
        DATABASE_URL: urls.vault,
        LATCHKEY_WALLET_PORT: '0',
        LATCHKEY_VAULT_KEYS: join(folder, 'vault.json'),
      }
      const refused = await startProcess(env, ['--roles', 'vault'])
      await owner.query('insert into latchkey_migrations values ($1, $2, $3)', Object.values(rows[0]))
      expect(await refused.ended).toBe(1)
      expect(refused.said()).toMatch(/latchkey-server migrate/)
    }, 60_000)
  },
)
