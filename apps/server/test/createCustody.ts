import { randomBytes } from 'node:crypto'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair } from '@latchkey/protocol/internal/hpke'
import type { FactorKind } from '@latchkey/protocol/internal/walletApi'
import { type DevicePublicKey, deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import type { CustodyContext } from '../src/custody/custodyContext.js'
import { createLocalKeys } from '../src/custody/keys/createLocalKeys.js'
import { openPglite } from '../src/platform/db/openPglite.js'
import { createClientIp } from '../src/platform/http/clientIp.js'
import { createLog } from '../src/platform/log/log.js'
import { createSecretBox } from '../src/platform/secrets/secretBox.js'
import type { Principal } from '../src/platform/wallet/authenticate.js'

const newId = () => toBase64Url(Uint8Array.from(randomBytes(16)))

/** The page that every session of these tests is of. */
export const site = 'https://app.example'

/** What a browser signs with. */
export type Browser = Awaited<ReturnType<typeof createBrowser>>

async function createBrowser() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const deviceKey: DevicePublicKey = { kty: 'EC', crv: 'P-256', x, y }
  const sign = async (data: Uint8Array<ArrayBuffer>) =>
    Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, data)).toString(
      'base64url',
    )
  return { deviceKey, deviceId: deviceIdOf(deviceKey), sign }
}

/** The vault's decisions over a real database, without HTTP, mails or a session: the rows are written as the roles write them. */
export async function createCustody(more: Partial<CustodyContext> = {}) {
  const db = await openPglite()
  const clock = { now: 1_790_000_000_000 }
  const notices: { userId: string; title: string; text: string }[] = []
  const now = () => sql`to_timestamp(${clock.now}::float8 / 1000)`
  const context: CustodyContext = {
    origin: 'https://wallet.example',
    name: 'Test Wallet',
    isAllowedOrigin: (projectId, origin) => projectId === 'project' && origin === site,
    deviceLink: 'always',
    newDevice: 'at-once',
    freezeLife: 72 * 3_600_000,
    deletionWait: 7 * 86_400_000,
    exemptLoopback: false,
    placeOf: () => '',
    clientIp: createClientIp([]),
    db,
    now,
    box: createSecretBox(randomBytes(32)),
    log: createLog('silent'),
    schema: 'vault',
    keys: createLocalKeys({ current: '1', keys: new Map([['1', Uint8Array.from(randomBytes(32))]]) }),
    hpke: createHpkeKeyPair(),
    async notify(_query, userId, { title, text }) {
      notices.push({ userId, title, text })
    },
    sendNotices: async () => undefined,
    ...more,
  }

  /** A session of a browser, as it stands right after a code was typed into the wallet itself. */
  async function signIn(userId: string, change: Partial<Principal> = {}): Promise<Principal & Browser> {
    const browser = await createBrowser()
    const sessionId = newId()
    await db.query.execute(
      sql`insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at)
        values (${userId}, ${browser.deviceId}, ${JSON.stringify(browser.deviceKey)}::jsonb, 'Chrome', ${now()}, ${now()})`,
    )
    await db.query.execute(
      sql`insert into auth.sessions (id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at,
          otp_at, signing_until, expires_at)
        values (${sessionId}, ${newId()}, ${userId}, ${browser.deviceId}, 'project', ${site}, ${now()}, ${now()}, ${now()}, ${now()}, ${now()})`,
    )
    const session: Principal & Browser = {
      ...browser,
      userId,
      sessionId,
      deviceName: 'Chrome',
      projectId: 'project',
      parentOrigin: site,
      typedIn: 'frame',
      openedBy: 'mail',
      otpAt: clock.now,
      signingUntil: clock.now + 3_600_000,
      frozenUntil: 0,
      expiresAt: clock.now + 86_400_000,
      now: clock.now,
      ...change,
    }
    await proveMailbox(session)
    return session
  }

  /** What recovery writes down when a code from the mailbox was right. */
  async function proveMailbox({ userId, deviceId }: Principal): Promise<void> {
    await db.query.execute(
      sql`insert into recovery.mail_codes (id, kind, mailbox_index, auth_index, device_id, by_link, salt, mac, made_at, expires_at, proven_at)
        values (${newId()}, 'login', ${`mailbox of ${userId}`}, '', ${deviceId}, false, '', '', ${now()}, ${now()}, ${now()})`,
    )
  }

  /** The session as it comes with its next call, a while later. */
  function later<Session extends Principal>(session: Session, ms: number): Session {
    clock.now += ms
    return { ...session, now: clock.now }
  }

  /** Writes a factor of a wallet; it opens nothing. */
  async function addFactor(walletId: string, kind: FactorKind, deviceId?: string): Promise<string> {
    const id = newId()
    await db.query.execute(
      sql`insert into vault.factors (id, wallet_id, kind, epoch, envelope, device_id, created_at)
        values (${id}, ${walletId}, ${kind}, 1, '', ${deviceId ?? null}, ${now()})`,
    )
    return id
  }

  /** A person with a wallet, whose browser has a half of it. */
  async function owner(kinds: readonly FactorKind[] = [], state: 'creating' | 'active' = 'active') {
    const [userId, walletId] = [newId(), newId()]
    await db.query.execute(
      sql`insert into auth.users (id, email_index, email_box, created_at) values (${userId}, ${newId()}, '', ${now()})`,
    )
    await db.query.execute(
      sql`insert into vault.wallets (id, user_id, state, epoch, blob_envelope, addresses, created_at)
        values (${walletId}, ${userId}, ${state}, 1, '', '{}'::jsonb, ${now()})`,
    )
    await db.query.execute(
      sql`insert into recovery.owners (user_id, mailbox_index) values (${userId}, ${`mailbox of ${userId}`})`,
    )
    const session = await signIn(userId)
    const factors: Partial<Record<FactorKind, string>> = {
      device: await addFactor(walletId, 'device', session.deviceId),
    }
    for (const kind of kinds) factors[kind] = await addFactor(walletId, kind)
    return { userId, walletId, session, factorOf: (kind: FactorKind) => factors[kind] ?? '' }
  }

  return { context, db, clock, notices, newId, signIn, proveMailbox, later, addFactor, owner, stop: () => db.close() }
}
