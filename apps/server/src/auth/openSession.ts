import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import { hashToken, randomId, randomToken } from '../platform/secrets/randomId.js'
import { isEnding } from '../platform/wallet/deletion.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { hasOwnerFactor, isEnrolled } from './ownerFactor.js'

const day = 86_400_000
/** How long a session lasts, in milliseconds. */
export const sessionLife = 30 * day
/** How long halves are released on one code while the session is in use, in milliseconds. */
export const signingLife = day
const maxSessions = 5
const maxDevices = 10

/** The user and the browser of a new session. */
export type NewSession = {
  userId: string
  device: { id: string; key: object; name: string }
  projectId: string
  parentOrigin: string
  openedBy: 'mail' | 'code' | 'passkey'
  /** The challenge whose code opens it. */
  mailId?: string
  typedIn: 'frame' | 'host'
}

/**
 * Opens a session within a transaction, and writes its browser down. One that comes after others is on probation for a day.
 *
 * @throws WalletRefusal CONFLICT while the user is being deleted.
 */
export async function openSession(
  { now }: Pick<AuthContext, 'now'>,
  query: Query,
  { userId, device, projectId, parentOrigin, openedBy, mailId, typedIn }: NewSession,
): Promise<EmailVerifyAnswer & { isFirstDevice: boolean }> {
  const ending = await rows(query, sql`select 1 where ${isEnding({ now }, userId)}`)
  if (ending.length > 0)
    throw new WalletRefusal('CONFLICT', 'This wallet is being deleted. Sign in again in a few minutes.')
  const known = await rows<{ id: string }>(
    query,
    sql`select id from auth.devices where user_id = ${userId} and revoked_at is null for update`,
  )
  const isNewDevice = !known.some(({ id }) => id === device.id)
  const isFirstDevice = isNewDevice && (await isFirst(query, userId))
  if (isNewDevice)
    await query.execute(
      sql`insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at, frozen_until)
        values (${userId}, ${device.id}, ${JSON.stringify(device.key)}::jsonb, ${device.name}, ${now()}, ${now()},
          ${isFirstDevice ? null : plusMs(now(), day)})
        on conflict (user_id, id) do update set revoked_at = null, name = excluded.name, created_at = excluded.created_at,
          last_seen_at = excluded.last_seen_at, frozen_until = excluded.frozen_until`,
    )
  const sessionToken = randomToken()
  const sessionId = randomId()
  // A session that a recovery code or a passkey opened has typed no code of a mailbox, at no time.
  const otpAt = openedBy === 'mail' ? now() : sql`to_timestamp(0)`
  const [session] = await rows<{ expiresAt: number }>(
    query,
    sql`insert into auth.sessions (id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at,
        otp_at, signing_until, expires_at, typed_in, opened_by, mail_id)
      values (${sessionId}, ${hashToken(sessionToken)}, ${userId}, ${device.id}, ${projectId}, ${parentOrigin}, ${now()},
        ${now()}, ${otpAt}, ${plusMs(now(), signingLife)}, ${plusMs(now(), sessionLife)}, ${typedIn}, ${openedBy}, ${mailId ?? null})
      returning ${toMs(sql`expires_at`)} as "expiresAt"`,
  )
  await dropSurplus({ now }, query, { userId, deviceId: device.id, sessionId })
  const [wallet] = await rows<{ id: string }>(
    query,
    sql`select id from vault.wallets where user_id = ${userId} and state = 'active'`,
  )
  return {
    sessionToken,
    sessionId,
    userId,
    deviceId: device.id,
    isNewDevice,
    isFirstDevice,
    walletId: wallet?.id ?? null,
    expiresAt: Math.round(session?.expiresAt ?? 0),
  }
}

/** Returns whether no browser was here before. Rows of browsers that were removed go after a while; the wallet that one made stays. */
async function isFirst(query: Query, userId: string): Promise<boolean> {
  const before = await rows(
    query,
    sql`select 1 where exists (select 1 from auth.devices where user_id = ${userId})
      or exists (select 1 from vault.wallets where user_id = ${userId})`,
  )
  return before.length === 0
}

/**
 * Removes browsers and sessions over the limit. Browsers that hold no half go first, then those of the last day, newest first, so that
 * repeated sign-ins evict one another. Where the owner has a factor, no browser that holds a half is removed.
 */
async function dropSurplus(
  { now }: Pick<AuthContext, 'now'>,
  query: Query,
  { userId, deviceId, sessionId }: { userId: string; deviceId: string; sessionId: string },
): Promise<void> {
  const isKept = await hasOwnerFactor(query, userId)
  const isOld = sql`d.created_at < ${plusMs(now(), -day)}`
  const holds = isEnrolled(userId, sql`d.id`)
  const rank = sql`${holds} desc, (${holds} and ${isOld}) desc,
    case when ${holds} and not (${isOld}) then d.created_at end asc, d.last_seen_at desc`
  const spared = isKept ? holds : sql`false`
  const surplus = await rows<{ id: string }>(
    query,
    sql`select id from (
        select d.id, ${spared} as spared from auth.devices d where d.user_id = ${userId} and d.revoked_at is null
        order by (d.id = ${deviceId}) desc, ${rank} offset ${maxDevices}) s where not s.spared`,
  )
  for (const { id } of surplus)
    await query.execute(sql`update auth.devices set revoked_at = ${now()} where user_id = ${userId} and id = ${id}`)
  await query.execute(
    sql`update auth.sessions s set revoked_at = ${now()} from auth.devices d
      where d.user_id = ${userId} and s.user_id = d.user_id and s.device_id = d.id and d.revoked_at is not null and s.revoked_at is null`,
  )
  const late = await rows<{ id: string }>(
    query,
    sql`select id from (
        select s.id, ${spared} as spared from auth.sessions s join auth.devices d on d.user_id = s.user_id and d.id = s.device_id
        where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now()}
        order by (s.id = ${sessionId}) desc, ${rank}, s.last_used_at desc offset ${maxSessions}) x where not x.spared`,
  )
  for (const { id } of late) await query.execute(sql`update auth.sessions set revoked_at = ${now()} where id = ${id}`)
}
