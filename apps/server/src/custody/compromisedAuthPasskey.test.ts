import { randomBytes } from 'node:crypto'
import { releasePurposes } from '@latchkey/protocol/internal/walletApi'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../test/createAuthenticator.js'
import { createFrame, newId, tryReleases } from '../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { findByPasskey, openByVoucher, passkeyOwner } from '../../test/passkeySteps.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { hashToken } from '../platform/secrets/randomId.js'
import { runCommand } from '../runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: a taken auth and passkeys that sign in (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a compromised auth, and wallets that open by a passkey alone', () => {
  let world: WalletWorld
  let auth: pg.Client
  beforeAll(async () => {
    const url = postgres?.url ?? ''
    world = await startWalletWorld({ databaseUrl: url, more: { hasPasskeyLogin: true } })
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(await runCommand(['grants']))
    await owner.query("create user taken_passkey password 'x' in role auth_rw")
    await owner.end()
    const login = new URL(url)
    Object.assign(login, { username: 'taken_passkey', password: 'x' })
    auth = new pg.Client({ connectionString: login.href })
    await auth.connect()
  }, 180_000)
  afterAll(async () => {
    await auth?.end()
    await world?.stop()
    await postgres?.stop()
  })

  async function victim() {
    const [client, own] = [await createWalletClient(world), createAuthenticator(world.origin)]
    const { wallet, userId } = await passkeyOwner(client, own)
    return { client, own, userId, wallet, factors: [wallet.device.factor, wallet.passkey.factor] }
  }

  /** Writes a session of a user for a browser of the attacker's, as fresh as can be. */
  async function forge(client: WalletClient, userId: string, openedBy: string): Promise<void> {
    const [sessionId, sessionToken] = [newId(), randomBytes(32).toString('base64url')]
    const { deviceId } = client
    await auth.query(
      `insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at)
        values ($1, $2, $3, 'Chrome on Linux', now() - interval '1 year', now()) on conflict do nothing`,
      [userId, deviceId, JSON.stringify(client.publicKey)],
    )
    await auth.query(
      `insert into auth.sessions (id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at,
          otp_at, signing_until, expires_at, typed_in, opened_by)
        values ($1, $2, $3, $4, 'project', $5, now(), now(), now(), now() + interval '1 day', now() + interval '30 days', 'frame', $6)`,
      [sessionId, hashToken(sessionToken), userId, deviceId, client.parentOrigin, openedBy],
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
  }

  it.each(['passkey', 'code', 'mail'])(
    'gets no half by a session of its own making that says it was opened by %s',
    async (openedBy) => {
      const { userId, factors, wallet } = await victim()
      const thief = await createWalletClient(world)
      // A mailbox of its own, so that its browser has proven one.
      await thief.signIn(`${newId()}@mail.example`.toLowerCase())
      await forge(thief, userId, openedBy)
      expect(await tryReleases(createFrame(thief), factors)).toEqual([])
      // Nor does it add a passkey of its own, or have the wallet restored by mail.
      const frame = createFrame(thief)
      const { walletId } = wallet
      const { passkey } = createAuthenticator(world.origin)
      for (const [kind, more] of [
        ['passkey', { clientCipher: 'Y2lwaGVy', passkey }],
        ['auto', {}],
      ] as const) {
        const made = await frame.makeFactor(kind, randomBytes(32), { walletId, more })
        const body = { walletId, epoch: 1, factor: made.factor }
        expect((await thief.call('POST', '/api/vault/factors', body)).status).toBeGreaterThanOrEqual(400)
      }
    },
    120_000,
  )

  it('gets no half by what the vault found for the owner’s browser, whose session it gives to another', async () => {
    const { own, userId, factors } = await victim()
    const [browser, thief] = [await createWalletClient(world), await createWalletClient(world)]
    const found = await findByPasskey(browser, own)
    expect(found.status).toBe(200)
    // It may spend the voucher as its role can, and write any session.
    await auth.query('update vault.vouchers set used_at = now() where hash = $1', [hashToken(found.body.voucher)])
    await forge(thief, userId, 'passkey')
    expect(await tryReleases(createFrame(thief), factors)).toEqual([])
    await expect(
      auth.query('update vault.vouchers set device_id = $1 where hash = $2', [
        thief.deviceId,
        hashToken(found.body.voucher),
      ]),
    ).rejects.toThrow(/permission denied/)
  }, 120_000)

  it('cannot use an answer that the owner gave, in another browser or again', async () => {
    const { own, userId, factors } = await victim()
    const [browser, thief] = [await createWalletClient(world), await createWalletClient(world)]
    const found = await findByPasskey(browser, own)
    expect((await openByVoucher(browser, found.body.voucher)).status).toBe(200)
    const { challenge, assertion } = found.request
    const stolen = { challenge, assertion, devicePublicKey: thief.publicKey }
    expect((await thief.call('POST', '/api/vault/find/passkey', stolen)).status).toBe(409)
    await forge(thief, userId, 'passkey')
    const frame = createFrame(thief)
    const [, passkey] = factors
    for (const purpose of releasePurposes)
      expect((await frame.release('vault', passkey?.factorId ?? '', purpose, { assertion })).status).not.toBe(200)
  }, 120_000)

  it.each([
    [
      'vouchers',
      "insert into vault.vouchers (hash, user_id, device_id, factor_id, expires_at) values ('h', 'u', 'd', 'f', now())",
    ],
    [
      'challenges',
      "insert into vault.challenges (hash, factor_id, session_id, purpose, expires_at) values ('h', '', 'd', 'sign-in', now())",
    ],
    ['passkeys', "update vault.factors set credential_mac = 'x'"],
    ['released halves', 'update vault.vouchers set released_at = null'],
  ])('writes no %s of the vault', async (_, statement) => {
    await expect(auth.query(statement)).rejects.toThrow(/permission denied/)
  })
})
