import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFrame } from '../test/createFrame.js'
import { createWalletClient } from '../test/createWalletClient.js'
import { findPostgres } from '../test/findService.js'
import { startProcess } from '../test/startProcess.js'
import { startWalletWorld, type WalletWorld } from '../test/startWalletWorld.js'
import { finishDeletions } from './auth/finishDeletions.js'
import { readKeyRing } from './custody/keys/readKeyRing.js'
import { sweepCustody } from './custody/sweepCustody.js'
import { explainFault } from './explainFault.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { rows } from './platform/db/rows.js'
import { createOutbox } from './platform/mail/createOutbox.js'
import { createSecretBox } from './platform/secrets/secretBox.js'
import { runCommand } from './runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: commands about users (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('latchkey-server user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-user-'))
  const ring = join(folder, 'auth.json')
  const logins = { auth: '', vault: '', recovery: '', data: '' }
  let world: WalletWorld
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    await runCommand(['make-key', ring])
    const { keys } = readKeyRing(ring)
    world = await startWalletWorld({
      databaseUrl: url,
      more: { box: createSecretBox(keys.get('1') ?? new Uint8Array()) },
    })
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(await runCommand(['grants']))
    for (const role of ['auth', 'vault', 'recovery', 'data'] as const) {
      const name = `user_${role}_${randomBytes(4).toString('hex')}`
      await owner.query(`create user ${name} password 'x' in role ${role}_rw`)
      logins[role] = Object.assign(new URL(url), { username: name, password: 'x' }).href
    }
    await owner.end()
  }, 180_000)
  afterAll(async () => {
    vi.unstubAllEnvs()
    await world?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function person() {
    const email = `person-${randomBytes(5).toString('hex')}@mail.example`
    const client = await createWalletClient(world)
    const { userId } = await client.signIn(email)
    const frame = createFrame(client)
    return { email, client, userId, frame, wallet: await frame.create() }
  }

  /** Runs a command with the database user of one role, and its settings alone. */
  async function run(role: keyof typeof logins, args: readonly string[], more: { [name: string]: string } = {}) {
    vi.unstubAllEnvs()
    const env = { DATABASE_URL: logins[role], LATCHKEY_WALLET_ORIGIN: world.origin, ...more }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    return runCommand(['user', ...args])
  }
  const refused = async (...given: Parameters<typeof run>) =>
    explainFault(await run(...given).catch((error: unknown) => error))
  const keys = { LATCHKEY_AUTH_KEYS: ring }

  it('finds a user by the address as anybody writes it, and tells no key, no half and no address', async () => {
    const { email, userId, client } = await person()
    const said = await run('auth', ['find', ` ${email.toUpperCase()}`], keys)
    expect(said).toMatch(
      new RegExp(
        `^id +${userId}\ncreated +\\d{4}-.*Z\nwallet +active\nfactors +1 auto, 1 device\nbrowsers +1\nsessions +1\n$`,
      ),
    )
    for (const secret of [email, client.state.session?.sessionToken ?? '']) expect(said).not.toContain(secret)
    expect(await run('auth', ['find', userId])).toBe(said)
    const { current, keys: all } = JSON.parse(readFileSync(ring, 'utf8'))
    const newer = join(folder, 'newer.json')
    const next = String(Number(current) + 1)
    writeFileSync(
      newer,
      JSON.stringify({ current: next, keys: { ...all, [next]: randomBytes(32).toString('base64url') } }),
    )
    chmodSync(newer, 0o600)
    expect(await run('auth', ['find', email], { LATCHKEY_AUTH_KEYS: newer })).toBe(said)
  }, 60_000)

  it('freezes a wallet as the link in its mails does, and tells its owner', async () => {
    const { email, userId, frame, wallet } = await person()
    expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
    expect(await run('auth', ['freeze', email], keys)).toMatch(/^Frozen/)
    for (const role of ['vault', 'recovery'] as const) {
      const { factor } = role === 'vault' ? wallet.device : wallet.auto
      expect((await frame.release(role, factor.factorId, 'unlock')).body.code).toBe('WALLET_FROZEN')
    }
    await world.app().settle()
    expect((await world.inbox.next(email, /is frozen/)).text).toContain('The operator of this wallet froze it')
    expect(await run('auth', ['find', userId])).toMatch(/^wallet +active, frozen$/m)
    // As after the link: a wallet without passkey and recovery code opens when its time is over.
    world.wait(73 * 3_600_000)
    await world.app().settle()
    expect((await world.inbox.next(email, /no longer frozen/)).text).toContain('The freeze ended by itself')
  }, 60_000)

  it('signs a user out everywhere, and no other', async () => {
    const [one, other] = [await person(), await person()]
    expect((await one.client.call('GET', '/api/auth/session')).status).toBe(200)
    expect(await run('auth', ['sign-out', one.userId])).toBe('Ended 1 sessions\n')
    expect((await one.client.call('GET', '/api/auth/session')).status).toBe(401)
    expect((await other.client.call('GET', '/api/auth/session')).status).toBe(200)
    await world.app().settle()
    expect((await world.inbox.next(one.email, /signed out everywhere/)).text).toContain('operator')
  }, 60_000)

  it('exports the same that the person gets, with no key, no half and no sealed text', async () => {
    const { email, client, userId, wallet } = await person()
    const { status, body } = await client.call('GET', '/api/auth/export')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email,
      formerEmails: [],
      id: userId,
      wallet: {
        id: wallet.walletId,
        state: 'active',
        isFrozen: false,
        factors: [{ kind: 'auto' }, { kind: 'device', deviceId: client.deviceId }],
      },
      deletion: null,
      devices: [{ id: client.deviceId, name: 'Chrome on Linux', removedAt: null }],
      sessions: [{ id: client.state.session?.sessionId, site: client.parentOrigin, openedBy: 'mail' }],
      codes: [{ kind: 'login', browser: 'Chrome on Linux' }],
      notices: [],
    })
    const said = await run('auth', ['export', userId], keys)
    const withoutUse = (record: object) =>
      JSON.stringify(record, (name, value) => (/^last(Seen|Used)At$/.test(name) ? '' : value))
    expect(withoutUse(JSON.parse(said))).toBe(withoutUse(body))
    const secret = /^(email_box|email_index|token_hash|public_key|envelope|verifier_mac|blob_envelope|sealed)$/
    const db = await openPostgres(postgres?.url ?? '')
    let count = 0
    for (const table of [
      'auth.users',
      'auth.devices',
      'auth.sessions',
      'vault.factors',
      'vault.wallets',
      'recovery.halves',
    ])
      for (const row of await rows<object>(db.query, sql`select * from ${sql.raw(table)}`))
        for (const [name, value] of Object.entries(row)) {
          if (!secret.test(name) || value === null) continue
          count++
          const { x = value } = value as { x?: string }
          expect(said).not.toContain(x)
        }
    expect(count).toBeGreaterThan(10)
    await db.close()
    expect(await refused('auth', ['export', userId])).toMatchObject({
      message: expect.stringMatching(/^LATCHKEY_AUTH_KEYS/),
    })
    world.wait(6 * 60_000)
    expect((await client.call('GET', '/api/auth/export')).body.code).toBe('STEP_UP_REQUIRED')
    const outside = await createWalletClient(world)
    await outside.signIn(`outside-${email}`, { typedIn: 'host' })
    expect((await outside.call('GET', '/api/auth/export')).body.code).toBe('TYPED_OUTSIDE')
  }, 60_000)

  it('has a user deleted after the wait by the rights of the vault, each role deleting its own, unless it is kept', async () => {
    const [gone, kept] = [await person(), await person()]
    for (const { userId, email } of [gone, kept]) {
      expect(await refused('auth', ['delete', userId])).toMatchObject({
        message: 'user delete takes a database user in the role vault_rw',
      })
      expect(await run('vault', ['delete', userId])).toMatch(/^Will be deleted at \d{4}-/)
      await world.app().settle()
      expect((await world.inbox.next(email, /will be deleted/)).text).toContain(
        'The operator of this wallet asked for it',
      )
      expect(await run('auth', ['find', userId])).toMatch(/^deletion +\d{4}-.*Z$/m)
    }
    expect(await run('auth', ['keep', kept.email], keys)).toBe('Kept\n')
    expect(await refused('auth', ['keep', kept.userId])).toMatchObject({
      message: expect.stringMatching(/^No deletion/),
    })
    world.wait(8 * 86_400_000)
    const outbox = createOutbox(world.options)
    for (const role of ['vault', 'recovery', 'auth'] as const) {
      const db = await openPostgres(logins[role])
      const context = { ...world.options, db }
      if (role === 'auth') await finishDeletions({ ...context, outbox })
      else await sweepCustody({ ...context, schema: role })
      await db.close()
    }
    await outbox.close()
    expect((await world.inbox.next(gone.email, /was deleted/)).text).toContain('new wallet')
    expect(await refused('auth', ['find', gone.userId])).toMatchObject({ message: 'There is no user with this id' })
    expect(await run('auth', ['find', kept.userId])).toMatch(/^wallet +active$/m)
  }, 60_000)

  it.each([
    ['an address that has no user', ['find', 'nobody@mail.example'], keys, /^There is no user with this e-mail/],
    ['an invalid id', ['freeze', 'AAAAAAAAAAAAAAAAAAAAAA'], {}, /^There is no user with this id/],
    ['an address without the key of auth', ['find', 'nobody@mail.example'], {}, /^LATCHKEY_AUTH_KEYS must be set/],
    [
      'an invalid action',
      ['rename', 'nobody@mail.example'],
      keys,
      /^user takes find, freeze, delete, keep, export, sign-out/,
    ],
    ['nobody', ['freeze'], keys, /^user takes find/],
  ])('refuses %s, and says why', async (_, args, more, message) => {
    expect(await refused('auth', args, more)).toMatchObject({ message: expect.stringMatching(message) })
  })

  it('ends with 1 and one line where there is no such user', async () => {
    const env = { DATABASE_URL: logins.auth, ...keys }
    const ran = await startProcess(env, ['user', 'sign-out', 'nobody@mail.example'])
    expect(await ran.ended).toBe(1)
    expect(ran.said()).toMatch(/^There is no user with this e-mail address\nCheck the address.*\n$/)
  }, 60_000)

  it('needs the rights of auth, and shows no statement without them', async () => {
    const { userId } = await person()
    for (const [role, action] of [
      ['data', 'freeze'],
      ['vault', 'find'],
    ] as const) {
      const fault = await refused(role, [action, userId])
      const message = `user ${action} takes a database user in the role auth_rw`
      expect(fault).toMatchObject({ code: 'INVALID_CONFIG', message })
      expect(JSON.stringify([fault?.message, fault?.details, fault?.hints])).not.toContain(userId)
    }
  }, 60_000)
})
