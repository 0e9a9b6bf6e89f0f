import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, sealSeed, tryReleases } from '../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import type { Db } from '../platform/db/db.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { hashToken } from '../platform/secrets/randomId.js'
import { askRecovery, type MailAsk } from '../platform/wallet/mailAsk.js'
import { runCommand } from '../runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: a taken auth (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a compromised auth, with its database rights', () => {
  let world: WalletWorld
  let auth: pg.Client
  let db: Db
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    world = await startWalletWorld({ databaseUrl: url })
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(await runCommand(['grants']))
    await owner.query("create user taken password 'x' in role auth_rw")
    await owner.end()
    const login = new URL(url)
    Object.assign(login, { username: 'taken', password: 'x' })
    auth = new pg.Client({ connectionString: login.href })
    await auth.connect()
    db = await openPostgres(login.href)
  }, 180_000)
  afterAll(async () => {
    await auth?.end()
    await db?.close()
    await world?.stop()
    await postgres?.stop()
  })

  async function victim({ hasCode = true } = {}) {
    const client = await createWalletClient(world)
    const email = newEmail()
    const session = await client.signIn(email)
    const frame = createFrame(client)
    const wallet = await frame.create()
    const { walletId, key } = wallet
    const factors = [wallet.device.factor, wallet.auto.factor]
    if (hasCode) {
      const verifier = newId() + newId().slice(0, 21)
      const { factor } = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier } })
      expect((await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor })).status).toBe(200)
      factors.push(factor)
    }
    return { client, email, session, wallet, walletId, factors }
  }

  const newEmail = () => `person-${randomBytes(5).toString('hex')}@mail.example`

  type CodeAsk = Extract<MailAsk, { ask: 'code' }>
  /** Has recovery mail a code as auth may: to any address, for any device, under any name. */
  async function askCode(deviceId: string, email: string, more: Partial<CodeAsk> = {}): Promise<string> {
    const id = newId()
    const shown = { parentOrigin: 'https://app.localhost', browser: '', place: '', freezeToken: 'A'.repeat(43) }
    const bound = { kind: 'login', deviceId, email, authIndex: 'a', sessionId: null, byLink: true } as const
    await ask({ ask: 'code', id, ...bound, ...shown, ...more })
    return id
  }
  async function ask(asked: MailAsk): Promise<void> {
    await askRecovery(db.query, world.options.now, asked)
    await world.app().settle()
  }

  /** Writes a session for a browser of the attacker's, as fresh as can be. */
  async function forge(client: WalletClient, userId: string, given: { sessionId?: string; deviceId?: string } = {}) {
    const { sessionId = newId(), deviceId = client.deviceId } = given
    const sessionToken = randomBytes(32).toString('base64url')
    await auth.query(
      `insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at)
        values ($1, $2, $3, 'Chrome on Linux', now() - interval '1 year', now())
        on conflict (user_id, id) do update set public_key = excluded.public_key, frozen_until = null`,
      [userId, deviceId, JSON.stringify(client.publicKey)],
    )
    await auth.query(
      `insert into auth.sessions (id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at,
          otp_at, signing_until, expires_at, typed_in, opened_by)
        values ($1, $2, $3, $4, 'project', $5, now(), now(), now(), now() + interval '1 day', now() + interval '30 days', 'frame', 'mail')
        on conflict (id) do update set token_hash = excluded.token_hash, device_id = excluded.device_id, otp_at = now()`,
      [sessionId, hashToken(sessionToken), userId, deviceId, client.parentOrigin],
    )
    client.state.session = {
      sessionId,
      sessionToken,
      userId,
      deviceId,
      isNewDevice: false,
      walletId: null,
      expiresAt: 0,
    }
    return createFrame(client)
  }

  it.each([
    ['that opens by e-mail', false],
    ['with a recovery code', true],
  ])(
    'gets no half of a wallet %s by rows of its own making, nor by those of the owner',
    async (_, hasCode) => {
      const { client, session, factors } = await victim({ hasCode })
      const forgeries = [
        {},
        // The owner's own session and browser, under the attacker's key.
        { sessionId: session.sessionId },
        { sessionId: session.sessionId, deviceId: client.deviceId },
      ]
      for (const forgery of forgeries) {
        const frame = await forge(await createWalletClient(world), session.userId, forgery)
        expect(await tryReleases(frame, factors)).toEqual([])
      }
    },
    120_000,
  )

  it('gets none by proving a mailbox of its own', async () => {
    const { email, session, factors } = await victim({ hasCode: false })
    const thief = await createWalletClient(world)
    const own = newEmail()
    const id = await askCode(thief.deviceId, own)
    expect((await thief.proveLogin(id, await thief.readCode(own), own)).status).toBe(200)
    const frame = await forge(thief, session.userId)
    await auth.query('update auth.sessions set mail_id = $1 where id = $2', [id, thief.state.session?.sessionId])
    expect(await tryReleases(frame, factors)).toEqual([])
    // The mailbox is all that was missing.
    const right = await askCode(thief.deviceId, email)
    expect((await thief.proveLogin(right, await thief.readCode(email), email)).status).toBe(200)
    expect(await tryReleases(frame, factors)).toEqual(expect.arrayContaining(['vault recover', 'recovery recover']))
  }, 60_000)

  it('gets none by a code for the mailbox of the owner that it cannot read', async () => {
    const { email, session, factors } = await victim({ hasCode: false })
    const thief = await createWalletClient(world)
    const frame = await forge(thief, session.userId)
    const { sessionId = '' } = thief.state.session ?? {}
    const id = await askCode(thief.deviceId, email)
    await askCode(thief.deviceId, email, { kind: 'step-up', sessionId })
    const codes = ['000000', '111111', '222222', '333333', '444444', '555555']
    const answers = [
      ...(await Promise.all(codes.map((code) => thief.proveLogin(id, code, email)))),
      await thief.prove('step-up', { code: '666666' }),
    ]
    expect(answers.map(({ body }) => body.code).sort()).toEqual(['CODE_EXPIRED', ...new Array(6).fill('CODE_WRONG')])
    // Nor do more codes give more tries.
    for (let at = 0; at < 4; at++) {
      const next = await askCode(thief.deviceId, email)
      await auth.query('delete from auth.limits')
      await thief.proveLogin(next, '777777', email)
    }
    const last = await askCode(thief.deviceId, email)
    expect((await thief.proveLogin(last, '888888', email)).body.code).toBe('LOCKED')
    expect(await tryReleases(frame, factors)).toEqual([])
  }, 60_000)

  it('gets none by what the owner types: it is bound to the owner’s browser and sealed to recovery', async () => {
    const { email, session, factors } = await victim({ hasCode: false })
    const [thief, owner] = [await createWalletClient(world), await createWalletClient(world)]
    // Auth answers the owner’s sign-in with a challenge for the device of the thief.
    const id = await askCode(thief.deviceId, email)
    const code = await owner.readCode(email)
    expect((await owner.proveLogin(id, code, email)).body.code).toBe('CODE_EXPIRED')
    // What the owner sent is worth nothing from another device.
    const sealed = await owner.sealLogin(id, code, email)
    const body = { challengeId: id, devicePublicKey: thief.publicKey, sealed }
    expect((await thief.call('POST', '/api/recovery/mail/login', body)).body.code).toBe('INVALID')
    expect(await tryReleases(await forge(thief, session.userId), factors)).toEqual([])
  }, 60_000)

  it('cannot have a code of its own mailbox taken for the address that somebody typed', async () => {
    const [owner, own, meant] = [await createWalletClient(world), newEmail(), newEmail()]
    const id = await askCode(owner.deviceId, own)
    // It tells the owner the code, by a mail of its own.
    const code = await owner.readCode(own)
    expect((await owner.proveLogin(id, code, meant)).body.code).toBe('CODE_WRONG')
    expect((await owner.proveLogin(id, code, own)).status).toBe(200)
  })

  it('moves no wallet to a mailbox of its own', async () => {
    const { session, factors } = await victim({ hasCode: false })
    const thief = await createWalletClient(world)
    const own = newEmail()
    const frame = await forge(thief, session.userId)
    const { userId } = session
    const { sessionId = '' } = thief.state.session ?? {}
    for (const kind of ['change-primary', 'change-secondary'] as const) {
      await askCode(thief.deviceId, own, { kind, sessionId })
      expect((await thief.prove(kind, { code: await thief.readCode(own), email: own })).status).toBe(200)
    }
    const move = newId()
    await ask({ ask: 'move', id: move, userId, deviceId: thief.deviceId })
    await ask({ ask: 'undo', id: move, userId })
    await ask({ ask: 'owner', userId, email: own })
    const id = await askCode(thief.deviceId, own)
    expect((await thief.proveLogin(id, await thief.readCode(own), own)).status).toBe(200)
    expect(await tryReleases(frame, factors)).toEqual([])
  }, 60_000)

  it('changes nothing of what opens a wallet by a session that its owner has just opened it in', async () => {
    const { session, walletId, wallet, factors } = await victim()
    const thief = await createWalletClient(world)
    const frame = await forge(thief, session.userId, { sessionId: session.sessionId })
    const own = Uint8Array.from(randomBytes(32))
    const [device, auto] = [
      await frame.makeFactor('device', own, { walletId }),
      await frame.makeFactor('auto', own, { walletId, epoch: 2 }),
    ]
    const next = { epoch: 2, blob: sealSeed(own, wallet.seed), factors: [auto.factor] }
    const tries = [
      await thief.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: device.factor }),
      await thief.call('POST', `/api/vault/wallets/${walletId}/rotate`, next),
      ...(await Promise.all(factors.map(({ factorId }) => thief.call('DELETE', `/api/vault/factors/${factorId}`)))),
    ]
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(new Array(5).fill([403, 'STEP_UP_REQUIRED']))
  }, 60_000)

  it('ends no freeze', async () => {
    const { client, walletId, factors } = await victim()
    await auth.query(`insert into vault.freezes (id, wallet_id, frozen_at) values ('${newId()}', $1, now())`, [
      walletId,
    ])
    const [device] = factors
    const opened = await createFrame(client).release('vault', device?.factorId ?? '', 'unlock')
    expect([opened.status, opened.body.code]).toEqual([403, 'WALLET_FROZEN'])
    for (const statement of [
      'delete from vault.freezes',
      'update vault.freezes set ended_at = now()',
      'update vault.freezes set frozen_at = to_timestamp(0)',
      'truncate vault.freezes',
      `insert into vault.freezes (id, wallet_id, frozen_at, ended_at) values ('a', '${walletId}', now(), now())`,
      `delete from vault.wallets where id = '${walletId}'`,
    ])
      await expect(auth.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    ['that opens by e-mail', false],
    ['with a recovery code', true],
  ])(
    'has no wallet %s deleted, by sessions of its making or by its rights',
    async (_, hasCode) => {
      const { client, session, walletId, factors } = await victim({ hasCode })
      const { userId } = session
      const thief = await createWalletClient(world)
      await forge(thief, userId)
      expect((await thief.call('POST', '/api/vault/deletion')).body.code).toBe('STEP_UP_REQUIRED')
      for (const statement of [
        `insert into vault.deletions (user_id, asked_at, due_at, keep_hash) values ('${userId}', now(), now(), 'a')`,
        'update vault.deletions set due_at = now()',
        'truncate vault.deletions',
        `insert into recovery.deletions values ('${userId}', now())`,
        'delete from recovery.halves',
        `delete from vault.wallets where id = '${walletId}'`,
        'delete from vault.factors',
      ])
        await expect(auth.query(statement), statement).rejects.toMatchObject({ code: '42501' })
      await world.app().settle()
      expect((await createFrame(client).release('vault', factors[0]?.factorId ?? '', 'unlock')).status).toBe(200)
    },
    60_000,
  )

  it('has no wallet with a recovery code deleted by a mailbox of its own or the owner’s codes that it cannot read', async () => {
    const { email, session } = await victim()
    const thief = await createWalletClient(world)
    await forge(thief, session.userId)
    const own = newEmail()
    const id = await askCode(thief.deviceId, own)
    expect((await thief.proveLogin(id, await thief.readCode(own), own)).status).toBe(200)
    expect((await thief.call('POST', '/api/vault/deletion')).body.code).toBe('STEP_UP_REQUIRED')
    // With the owner’s mailbox besides, the recovery code is still missing.
    const right = await askCode(thief.deviceId, email)
    expect((await thief.proveLogin(right, await thief.readCode(email), email)).status).toBe(200)
    expect((await thief.call('POST', '/api/vault/deletion')).body.code).toBe('PROOF_WRONG')
    const { rows: planned } = await auth.query('select user_id from vault.deletions where user_id = $1', [
      session.userId,
    ])
    expect(planned).toEqual([])
  }, 60_000)

  it('cannot write vouchers, proofs or approved browsers, nor what recovery knows of mailboxes', async () => {
    const { walletId, session } = await victim()
    for (const statement of [
      'update recovery.mail_codes set proven_at = now()',
      `insert into recovery.mail_codes (id, kind, mailbox_index, auth_index, device_id, by_link, salt, mac, made_at, expires_at, proven_at)
        select 'a', 'login', mailbox_index, 'a', 'b', true, '', '', now(), now(), now() from recovery.owners`,
      'update recovery.owners set mailbox_index = null',
      `insert into recovery.owners values ('${session.userId}', 'a')`,
      'delete from recovery.owners',
      'delete from recovery.mailboxes',
      "insert into recovery.moves values ('a', 'b', 'c', now())",
      'select salt, mac from recovery.mail_codes',
      'select mailbox_index from recovery.mail_codes',
      'select box from recovery.outbox',
      'select sealed from recovery.asks',
      'select envelope from recovery.hpke_keys',
      `insert into vault.vouchers values ('a', '${session.userId}', 'b', now())`,
      `insert into vault.proofs (session_id, wallet_id, proven_at, owned_at, device_id) values ('a', '${walletId}', now(), now(), 'b')`,
      'update vault.proofs set owned_at = now()',
      'update vault.restores set approved_at = now()',
      "update vault.factors set device_id = 'b'",
      'update recovery.halves set delete_at = null',
    ])
      await expect(auth.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })
})
