import { randomBytes } from 'node:crypto'
import { type SocialsHost, startSocials } from '@latchkey/devnet'
import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, tryReleases } from '../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { walkSocial } from '../../test/walkSocial.js'
import type { Db } from '../platform/db/db.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { hashToken } from '../platform/secrets/randomId.js'
import { createSocials, type Socials } from '../platform/social/createSocials.js'
import type { SocialName } from '../platform/social/oauthProviders.js'
import type { SocialsFile } from '../platform/social/readSocialsFile.js'
import { askRecovery } from '../platform/wallet/mailAsk.js'
import { runCommand } from '../runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: a taken auth and social logins (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a compromised auth, and wallets that open by a social login', () => {
  let world: WalletWorld
  let host: SocialsHost
  let auth: pg.Client
  let db: Db
  /** What providers gave `auth`, of which it can keep all. */
  const seen: string[] = []
  beforeAll(async () => {
    const origin = 'http://localhost:4402'
    host = await startSocials({ walletOrigin: origin })
    const socials = createSocials(host.entries as unknown as SocialsFile, { origin })
    const watched: Socials = {
      ...socials,
      async exchange(...given) {
        const evidence = await socials.exchange(...given)
        seen.push(evidence)
        return evidence
      },
    }
    const url = postgres?.url ?? ''
    world = await startWalletWorld({ databaseUrl: url, more: { socials: watched } })
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(await runCommand(['grants']))
    await owner.query("create user taken_social password 'x' in role auth_rw")
    await owner.end()
    const login = new URL(url)
    Object.assign(login, { username: 'taken_social', password: 'x' })
    auth = new pg.Client({ connectionString: login.href })
    await auth.connect()
    db = await openPostgres(login.href)
  }, 180_000)
  afterAll(async () => {
    await auth?.end()
    await db?.close()
    await world?.stop()
    await host?.stop()
    await postgres?.stop()
  })

  /** Signs in at a provider, and gives what it said of the person. */
  async function signIn(client: WalletClient, provider: SocialName, account: string): Promise<string> {
    const { body } = await client.call<{ challengeId: string; uri: string }>('POST', '/api/auth/social/start', {
      provider,
      projectId: 'project',
      parentOrigin: client.parentOrigin,
      devicePublicKey: client.publicKey,
      deviceName: 'Chrome on Linux',
    })
    const { path, answer, method } = await walkSocial(body.uri, account)
    const back =
      method === 'GET'
        ? await world.app().request(`${path}?${answer}`)
        : await world.app().request(path, { method, body: answer, headers: { origin: 'http://127.0.0.1' } })
    const result = new URLSearchParams(back.headers.get('location')?.split('#')[1]).get('result')
    const finished = await client.call<EmailVerifyAnswer>('POST', '/api/auth/social/finish', {
      challengeId: body.challengeId,
      result,
    })
    expect(finished.status).toBe(200)
    client.state.session = finished.body
    return seen.at(-1) ?? ''
  }

  /** Has recovery check a social login as auth may: by any word, for any device, under any name. */
  async function ask(provider: SocialName, evidence: string, deviceId: string, id = newId()): Promise<string> {
    await askRecovery(db.query, world.options.now, { ask: 'social', id, provider, evidence, deviceId })
    await world.app().settle()
    return id
  }

  /** Whether recovery wrote down that a device has proven an account: it does so beside the queue. */
  async function isProven(id: string): Promise<boolean> {
    const { rows } = await auth.query('select 1 from recovery.mail_codes where id = $1 and proven_at is not null', [id])
    return rows.length > 0
  }

  /** Writes a session for a browser of the attacker's, as fresh as can be. */
  async function forge(client: WalletClient, userId: string, mailId: string | null) {
    const [sessionId, sessionToken] = [newId(), randomBytes(32).toString('base64url')]
    const { deviceId } = client
    await auth.query(
      `insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at)
        values ($1, $2, $3, 'Chrome on Linux', now() - interval '1 year', now()) on conflict do nothing`,
      [userId, deviceId, JSON.stringify(client.publicKey)],
    )
    await auth.query(
      `insert into auth.sessions (id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at,
          otp_at, signing_until, expires_at, typed_in, opened_by, mail_id)
        values ($1, $2, $3, $4, 'project', $5, now(), now(), now(), now() + interval '1 day', now() + interval '30 days', 'frame', 'mail', $6)`,
      [sessionId, hashToken(sessionToken), userId, deviceId, client.parentOrigin, mailId],
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

  async function victim(provider: SocialName, account: string) {
    const client = await createWalletClient(world)
    const evidence = await signIn(client, provider, account)
    const { device, auto } = await createFrame(client).create()
    return { evidence, userId: client.state.session?.userId ?? '', factors: [device.factor, auto.factor] }
  }

  it.each(['google', 'github'] as const)(
    'gets no half of a wallet of %s by rows of its own making, nor by an account of its own there',
    async (provider) => {
      const { userId, factors } = await victim(provider, '1001')
      expect(await tryReleases(await forge(await createWalletClient(world), userId, null), factors)).toEqual([])
      const thief = await createWalletClient(world)
      await signIn(thief, provider, '1002')
      const own = thief.state.session?.sessionId
      const { rows } = await auth.query('select mail_id as id from auth.sessions where id = $1', [own])
      expect(await isProven(rows[0]?.id)).toBe(true)
      expect(await tryReleases(await forge(thief, userId, rows[0]?.id), factors)).toEqual([])
    },
    120_000,
  )

  it.each(['google', 'apple'] as const)(
    'cannot use the word of %s of an owner’s sign-in for another browser, or in another sign-in',
    async (provider) => {
      const { evidence, userId, factors } = await victim(provider, '1005')
      const thief = await createWalletClient(world)
      const again = await ask(provider, evidence, thief.deviceId)
      // One that is right, so that both have been looked at.
      const right = await createWalletClient(world)
      await signIn(right, provider, '1004')
      expect(await isProven(again)).toBe(false)
      expect(await tryReleases(await forge(thief, userId, again), factors)).toEqual([])
    },
    120_000,
  )
})
