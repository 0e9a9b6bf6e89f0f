import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, openSeed, tryReleases, xor } from '../test/createFrame.js'
import { createWalletClient, type WalletClient } from '../test/createWalletClient.js'
import { findPostgres } from '../test/findService.js'
import { makeLogins } from '../test/makeLogins.js'
import { startFront } from '../test/startFront.js'
import { type Inbox, startInbox } from '../test/startInbox.js'
import { freePort, type ServerProcess, startProcess } from '../test/startProcess.js'
import { writeKeyRing } from './custody/keys/writeKeyRing.js'
import { hashToken } from './platform/secrets/randomId.js'

// Each attack with all its variants stands in custody/ and auth/, where the clock can be moved. Here each is tried over HTTP on the
// processes that an operator runs, each with its own key ring and its own user of the database.
const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: attacks on processes (no TEST_DATABASE_URL and no initdb found)')

const roles = ['auth', 'vault', 'recovery'] as const
const statusOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]
const newEmail = () => `person-${randomBytes(5).toString('hex')}@mail.example`
const newVerifier = () => newId() + newId().slice(0, 21)

describe.skipIf(postgres === undefined)('attacks on auth, vault and recovery, each a process of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-attacks-'))
  let processes: ServerProcess[] = []
  let front: Awaited<ReturnType<typeof startFront>>
  let inbox: Inbox
  /** `auth`'s own user of the database, taken over. */
  let taken: pg.Client

  beforeAll(async () => {
    const url = postgres?.url ?? ''
    const { logins, owner } = await makeLogins(url, roles)
    await owner.end()
    inbox = await startInbox()
    front = await startFront()
    processes = await Promise.all(
      roles.map(async (role) => {
        front.ports[role] = await freePort()
        const ring = join(folder, `${role}.json`)
        writeKeyRing(ring)
        const own = {
          auth: { LATCHKEY_AUTH_KEYS: ring, LATCHKEY_SMTP_URL: inbox.url },
          vault: { LATCHKEY_VAULT_KEYS: ring },
          recovery: { LATCHKEY_RECOVERY_KEYS: ring, LATCHKEY_RECOVERY_SMTP_URL: inbox.url },
        }[role]
        const settings = {
          ...own,
          DATABASE_URL: logins[role],
          LATCHKEY_WALLET_PORT: String(front.ports[role]),
          LATCHKEY_WALLET_ORIGIN: front.origin,
          LATCHKEY_WALLET_SITES: 'https://app.localhost',
          LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
        }
        return startProcess(settings, ['--roles', role])
      }),
    )
    for (const { said } of processes) expect(said()).toContain('Latchkey server on')
    taken = new pg.Client({ connectionString: logins.auth })
    await taken.connect()
  }, 180_000)
  afterAll(async () => {
    await taken?.end()
    await Promise.all(processes.map((each) => each.stop('SIGKILL')))
    await front?.stop()
    await inbox?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A browser on a network of its own, which signs what it sends as a frame does. */
  const newBrowser = () => {
    const network = `203.0.113.${1 + ((randomBytes(1)[0] ?? 0) % 250)}`
    const request = (path: string, init: RequestInit = {}) =>
      fetch(`${front.origin}${path}`, { ...init, headers: { ...init.headers, 'x-forwarded-for': network } })
    return createWalletClient({
      app: () => ({ request }) as never,
      inbox,
      origin: front.origin,
      time: () => Date.now(),
    })
  }

  /** Somebody with a wallet and a recovery code. */
  async function owner() {
    const client = await newBrowser()
    const email = newEmail()
    const session = await client.signIn(email)
    const frame = createFrame(client)
    const wallet = await frame.create()
    const { walletId, key } = wallet
    const [verifier, locator] = [newVerifier(), newVerifier()]
    const code = await frame.makeFactor('code', key, { walletId, more: { clientCipher: 'AAAA', verifier, locator } })
    const added = await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor })
    expect(added.status).toBe(200)
    return { client, email, session, frame, wallet, walletId, verifier, code }
  }

  it('unlock is no export: the mailbox and a client of one’s own get no half beside a recovery code', async () => {
    const { email, wallet, verifier, code } = await owner()
    const thief = await newBrowser()
    await thief.signIn(email)
    const frame = createFrame(thief)
    expect(await tryReleases(frame, [wallet.device.factor, wallet.auto.factor])).toEqual([])
    // It is the recovery code that is missing, and nothing else.
    const right = await frame.release('vault', code.factor.factorId, 'recover', { verifier })
    expect(openSeed(xor(right.half ?? new Uint8Array(), code.client), right.body.blob)).toEqual(wallet.seed)
  }, 120_000)

  it('the mailbox alone shuts no owner out: it removes no browser and changes no e-mail', async () => {
    const { client, email, frame, wallet } = await owner()
    const thief = await newBrowser()
    await thief.signIn(email)
    const removed = await thief.call('DELETE', `/api/auth/devices/${client.deviceId}`)
    expect(statusOf(removed)).toEqual([403, 'OWNER_REQUIRED'])
    const changed = await thief.call('POST', '/api/auth/email/change/start', { newEmail: newEmail() })
    expect(changed.status).toBe(403)
    expect((await client.call('GET', '/api/auth/session')).status).toBe(200)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
  }, 120_000)

  it('writing to auth.* opens no wallet: a browser and a session inserted with auth’s own rights get no half', async () => {
    const { client, session, wallet, code } = await owner()
    const factors = [wallet.device.factor, wallet.auto.factor, code.factor]
    const thief = await newBrowser()
    const frame = await forge(thief, session.userId)
    expect((await thief.call('GET', '/api/auth/session')).status).toBe(200)
    expect(await tryReleases(frame, factors)).toEqual([])
    // Nor does the owner's own session, moved to the attacker's key.
    const again = await newBrowser()
    expect(await tryReleases(await forge(again, session.userId, session.sessionId), factors)).toEqual([])
    expect(client.deviceId).not.toBe(again.deviceId)
  }, 120_000)

  async function forge(client: WalletClient, userId: string, sessionId = newId()) {
    const sessionToken = randomBytes(32).toString('base64url')
    await taken.query(
      `insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at)
        values ($1, $2, $3, 'Chrome on Linux', now() - interval '1 year', now())`,
      [userId, client.deviceId, JSON.stringify(client.publicKey)],
    )
    await taken.query(
      `insert into auth.sessions (id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at,
          otp_at, signing_until, expires_at, typed_in, opened_by)
        values ($1, $2, $3, $4, 'project', $5, now(), now(), now(), now() + interval '1 day', now() + interval '30 days', 'frame', 'mail')
        on conflict (id) do update set token_hash = excluded.token_hash, device_id = excluded.device_id, otp_at = now()`,
      [sessionId, hashToken(sessionToken), userId, client.deviceId, client.parentOrigin],
    )
    const { deviceId } = client
    const forged = { sessionId, sessionToken, userId, deviceId, isNewDevice: false, walletId: null, expiresAt: 0 }
    client.state.session = forged
    return createFrame(client)
  }

  it('starts by strangers deny no sign-in: the owner’s browser has a code while theirs are refused', async () => {
    const { client, email } = await owner()
    const answers: number[] = []
    for (let at = 0; at < 12; at++) answers.push((await (await newBrowser()).start(email)).status)
    expect(answers.at(-1)).toBe(429)
    const { status, body } = await client.start(email)
    expect([status, body.action]).toEqual([200, 'VERIFY_OTP'])
    expect((await client.verify(body.challengeId, await client.readCode(email))).status).toBe(200)
  }, 120_000)
})

it.each([
  ['LATCHKEY_WALLET_ORIGIN', 'https://wallet.example.com'],
  ['LATCHKEY_WALLET_SITES', 'https://app.example.com'],
])('a public server does not start in local mode: %s', async (name, value) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-attacks-'))
  try {
    const { ended, said } = await startProcess({
      HOST: '127.0.0.1',
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_LOG_LEVEL: 'error',
      [name]: value,
    })
    expect(await ended).toBe(1)
    expect(said()).toContain(`${name} names`)
    expect(said()).toContain('Set LATCHKEY_MODE=production')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
