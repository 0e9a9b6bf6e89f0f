import { randomBytes } from 'node:crypto'
import { releasePurposes } from '@latchkey/protocol/walletApi'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, sealSeed } from '../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { hashToken } from '../platform/wallet/randomId.js'
import { runCommand } from '../runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: a taken auth (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a compromised auth, with its database rights', () => {
  let world: WalletWorld
  let auth: pg.Client
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
  }, 180_000)
  afterAll(async () => {
    await auth?.end()
    await world?.stop()
    await postgres?.stop()
  })

  async function victim() {
    const client = await createWalletClient(world)
    const session = await client.signIn(`victim-${randomBytes(5).toString('hex')}@mail.example`)
    const frame = createFrame(client)
    const wallet = await frame.create()
    const { walletId, key } = wallet
    const verifier = newId() + newId().slice(0, 21)
    const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier } })
    const body = { walletId, epoch: 1, factor: code.factor }
    expect((await client.call('POST', '/api/vault/factors', body)).status).toBe(200)
    return {
      client,
      session,
      wallet,
      walletId,
      factors: [wallet.device, wallet.auto, code].map(({ factor }) => factor),
    }
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

  it('gets no half of a wallet with a recovery code by rows of its own making, nor by those of the owner', async () => {
    const { client, session, factors } = await victim()
    const forgeries = [
      {},
      // The owner's own session and browser, under the attacker's key.
      { sessionId: session.sessionId },
      { sessionId: session.sessionId, deviceId: client.deviceId },
    ]
    for (const forgery of forgeries) {
      const frame = await forge(await createWalletClient(world), session.userId, forgery)
      for (const { factorId } of factors)
        for (const role of ['vault', 'recovery'] as const)
          for (const purpose of releasePurposes)
            expect((await frame.release(role, factorId, purpose)).status, `${role} ${purpose}`).not.toBe(200)
    }
  }, 120_000)

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
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(new Array(5).fill([403, 'PROOF_WRONG']))
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

  it('cannot write vouchers, proofs or approved browsers', async () => {
    const { walletId, session } = await victim()
    for (const statement of [
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
