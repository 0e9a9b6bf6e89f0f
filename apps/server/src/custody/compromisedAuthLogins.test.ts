import { randomBytes } from 'node:crypto'
import { type EvmChains, type SocialsHost, startEvmChains, startSocials } from '@latchkey/devnet'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, tryReleases } from '../../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../../test/createWalletClient.js'
import { findPostgres } from '../../test/findService.js'
import { createLoginSteps } from '../../test/loginSteps.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import type { Db } from '../platform/db/db.js'
import { openPostgres } from '../platform/db/openPostgres.js'
import { hashToken } from '../platform/secrets/randomId.js'
import { createSocials, type Socials } from '../platform/social/createSocials.js'
import type { SocialsFile } from '../platform/social/readSocialsFile.js'
import { socialSubject } from '../platform/social/socialSubject.js'
import { askRecovery } from '../platform/wallet/mailAsk.js'
import { runCommand } from '../runCommand.js'

const postgres = await findPostgres()
if (postgres === undefined)
  console.warn('Skipped: a taken auth and linked logins (no TEST_DATABASE_URL and no initdb found)')

describe.skipIf(postgres === undefined)('a compromised auth, and accounts that are linked to a wallet', () => {
  let world: WalletWorld
  let chains: EvmChains
  let host: SocialsHost
  let auth: pg.Client
  let db: Db
  /** What providers gave `auth`, of which it can keep all. */
  const seen: string[] = []
  const { start, walk, take, look, agree, link, signIn, list } = createLoginSteps(() => world)
  beforeAll(async () => {
    const origin = 'http://localhost:4402'
    chains = await startEvmChains()
    host = await startSocials({ walletOrigin: origin, chainUrl: chains.chains[0].url })
    const socials = createSocials(host.entries as unknown as SocialsFile, { origin })
    const watched: Socials = {
      ...socials,
      farcaster: socials.farcaster && {
        ...socials.farcaster,
        async look(token) {
          const evidence = await socials.farcaster?.look(token)
          if (evidence !== undefined) seen.push(evidence)
          return evidence
        },
      },
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
    await owner.query("create user taken_logins password 'x' in role auth_rw")
    await owner.end()
    const login = new URL(url)
    Object.assign(login, { username: 'taken_logins', password: 'x' })
    auth = new pg.Client({ connectionString: login.href })
    await auth.connect()
    db = await openPostgres(login.href)
  }, 180_000)
  afterAll(async () => {
    await auth?.end()
    await db?.close()
    await world?.stop()
    await host?.stop()
    await chains?.stop()
    await postgres?.stop()
  })

  async function victim(email: string) {
    const client = await createWalletClient(world)
    const { userId } = await client.signIn(email)
    const { device, auto } = await createFrame(client).create()
    return { client, userId, factors: [device.factor, auto.factor] }
  }

  /** The person's Farcaster app approves, and the browser that began hears of it. */
  async function approve(client: WalletClient, { challengeId, uri }: { challengeId: string; uri: string }) {
    const channelToken = new URL(uri).searchParams.get('channelToken') ?? ''
    await fetch(uri, { method: 'POST', body: new URLSearchParams({ channelToken, account: '0' }) })
    const waited = await client.call<{ result?: string }>('POST', '/api/auth/social/farcaster/wait', { challengeId })
    return waited.body
  }

  /** Writes a session of a user for a browser of the attacker's, as fresh as can be. */
  async function forge(client: WalletClient, userId: string, mailId: string | null = null) {
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
    const session = { sessionId, sessionToken, userId, deviceId, isNewDevice: false, walletId: null, expiresAt: 0 }
    client.state.session = session
    return session
  }

  it.each([['no sign-in'], ['one of its own']])(
    'opens no wallet by a row that links an account, which names %s',
    async (which) => {
      const { userId, factors } = await victim(`${newId()}@mail.example`.toLowerCase())
      const [provider, account] = which === 'no sign-in' ? (['google', '1002'] as const) : (['github', '1002'] as const)
      const index = world.options.box.index('social', socialSubject(provider, account))
      const profile = { subject: account, email: null, isVerified: false, userName: null }
      await auth.query(
        `insert into auth.social_accounts (provider, subject_index, user_id, box, created_at, last_used_at, link_id)
          values ($1, $2, $3, $4, now() - interval '1 year', now(), $5)`,
        [
          provider,
          index,
          userId,
          world.options.box.seal(JSON.stringify(profile), `social/${index}`),
          which === 'no sign-in' ? null : newId(),
        ],
      )
      const thief = await createWalletClient(world)
      const session = await signIn(thief, provider, account)
      // Without a sign-in to name it passes for the account that the user was made with: it is signed in, and has nothing.
      expect(session.userId === userId).toBe(which === 'no sign-in')
      expect(await tryReleases(createFrame(thief), factors)).toEqual([])
      await forge(thief, userId)
      expect(await tryReleases(createFrame(thief), factors)).toEqual([])
    },
    120_000,
  )

  it('writes no link where recovery has them', async () => {
    const { userId } = await victim(`${newId()}@mail.example`.toLowerCase())
    for (const statement of [
      `insert into recovery.logins (id, user_id, mailbox_index, linked_at) values ('${newId()}', '${userId}', 'x', now())`,
      `update recovery.logins set user_id = '${userId}'`,
      'select mailbox_index from recovery.logins',
      'delete from recovery.logins',
    ])
      await expect(auth.query(statement)).rejects.toThrow(/permission denied/)
  })

  it('links no account of its own from a browser of its own, which has proven nothing of the wallet', async () => {
    const { userId, factors } = await victim(`${newId()}@mail.example`.toLowerCase())
    const thief = await createWalletClient(world)
    await signIn(thief, 'discord', '1002')
    const evidence = seen.at(-1) ?? ''
    const { sessionId } = await forge(thief, userId)
    const [id, deviceId] = [newId(), thief.deviceId]
    const provider = 'discord'
    await askRecovery(db.query, world.options.now, {
      ask: 'social',
      id,
      provider,
      evidence,
      deviceId,
      kind: 'link',
      sessionId,
    })
    await world.app().settle()
    expect((await look(thief, id)).body).toMatchObject({ provider: 'discord' })
    expect((await agree(thief, id)).body.code).toBe('STEP_UP_REQUIRED')
    expect(await tryReleases(createFrame(thief), factors)).toEqual([])
  }, 120_000)

  it('links no account of its own while the owner signs in, for it cannot sign as their browser', async () => {
    const { client, userId, factors } = await victim(`${newId()}@mail.example`.toLowerCase())
    const thief = await createWalletClient(world)
    await signIn(thief, 'discord', '1003')
    const [evidence, id, sessionId] = [seen.at(-1) ?? '', newId(), client.state.session?.sessionId ?? '']
    const { deviceId } = client
    const provider = 'discord'
    await askRecovery(db.query, world.options.now, {
      ask: 'social',
      id,
      provider,
      evidence,
      deviceId,
      kind: 'link',
      sessionId,
    })
    await world.app().settle()
    // Under the owner's very session: its calls count only with the signature of the owner's browser.
    const token = randomBytes(32).toString('base64url')
    await auth.query('update auth.sessions set previous_hash = $2 where id = $1', [sessionId, hashToken(token)])
    const own = thief.state.session
    thief.state.session = { ...(own ?? (await forge(thief, userId))), sessionId, sessionToken: token }
    expect((await agree(thief, id)).status).toBe(401)
    await forge(thief, userId)
    expect((await agree(thief, id)).body.code).toBe('CODE_EXPIRED')
    expect(await tryReleases(createFrame(thief), factors)).toEqual([])
    expect((await list(client)).length).toBe(1)
  }, 120_000)

  it('puts no account of its own in the place of the one that the owner links: recovery names it', async () => {
    const { client } = await victim(`${newId()}@mail.example`.toLowerCase())
    const thief = await createWalletClient(world)
    await signIn(thief, 'github', '1004')
    const evidence = seen.at(-1) ?? ''
    const { body } = await start(client, 'github')
    const { deviceId, state } = client
    const sessionId = state.session?.sessionId ?? ''
    const ask = { ask: 'social', id: body.challengeId, provider: 'github', evidence, deviceId } as const
    await askRecovery(db.query, world.options.now, { ...ask, kind: 'link', sessionId })
    await world.app().settle()
    const { result } = await walk(body.uri, '1001')
    await take(client, body.challengeId, result)
    // The owner meant ada@social.example.
    expect((await look(client, body.challengeId)).body.name).toBe('dee@mail.example')
  }, 120_000)

  it('uses nothing that was signed with Farcaster for another browser or another link', async () => {
    const { client, userId, factors } = await victim(`${newId()}@mail.example`.toLowerCase())
    const linked = await link(client, 'farcaster', '', (started) => approve(client, started))
    expect(linked.status).toBe(200)
    const evidence = seen.at(-1) ?? ''
    const provider = 'farcaster'
    const thief = await createWalletClient(world)
    const mailId = newId()
    const { sessionId } = await forge(thief, userId, mailId)
    for (const kind of ['login', 'step-up'] as const) {
      const id = kind === 'login' ? mailId : newId()
      await askRecovery(db.query, world.options.now, {
        ask: 'social',
        id,
        provider,
        evidence,
        deviceId: thief.deviceId,
        kind,
        sessionId,
      })
    }
    await world.app().settle()
    expect(await tryReleases(createFrame(thief), factors)).toEqual([])
    // In the very browser and session of somebody else, who would be asked whether the account is theirs.
    const other = await victim(`${newId()}@mail.example`.toLowerCase())
    const { deviceId, state } = other.client
    const id = newId()
    const bound = { deviceId, kind: 'link', sessionId: state.session?.sessionId ?? '' } as const
    await askRecovery(db.query, world.options.now, { ask: 'social', id, provider, evidence, ...bound })
    await world.app().settle()
    expect((await agree(other.client, id)).body.code).toBe('CODE_EXPIRED')
  }, 120_000)

  it('keeps a linked account from nobody by forgetting it: the wallet still opens by the mailbox', async () => {
    const { client, userId, factors } = await victim('keeps@mail.example')
    expect((await link(client, 'google', '1005')).status).toBe(200)
    await auth.query('delete from auth.social_accounts where user_id = $1', [userId])
    const other = await createWalletClient(world)
    await other.signIn('keeps@mail.example')
    expect(await tryReleases(createFrame(other), factors)).toContain('recovery recover')
  }, 120_000)
})
