import { type DevicePublicKey, deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { plusMs, toMs } from '../db/dbClock.js'
import { rows } from '../db/rows.js'
import { hashToken } from '../secrets/randomId.js'
import { checkSigned } from './checkSigned.js'
import { isEnding } from './deletion.js'
import { readBearer } from './readBearer.js'
import type { Call } from './readCall.js'
import { WalletRefusal } from './walletRefusal.js'

/** The caller: a live session on a device that signed the call. Times are milliseconds of the database's clock. */
export type Principal = {
  userId: string
  sessionId: string
  deviceId: string
  deviceKey: DevicePublicKey
  deviceName: string
  projectId: string
  parentOrigin: string
  /** Where the code of the sign-in was typed; a later code does not change it. */
  typedIn: 'frame' | 'host'
  /** By what the session was opened: a code from the mailbox, or what only the owner has, which proves no mailbox. */
  openedBy: 'mail' | 'code' | 'passkey'
  /** When a code was last typed. */
  otpAt: number
  /** Until when halves are released without another code. */
  signingUntil: number
  /** Until when export, factors and the address may not be touched from this device. */
  frozenUntil: number
  expiresAt: number
  now: number
}

const idle = 3_600_000

/**
 * Authenticates a call by session, device and signature; each module does so itself and trusts no other.
 *
 * @throws WalletRefusal SESSION_EXPIRED, UNSIGNED, CLOCK_SKEW.
 */
export async function authenticate(deps: Pick<WalletDeps, 'db' | 'now'>, call: Call): Promise<Principal> {
  const expired = () => new WalletRefusal('SESSION_EXPIRED', 'Sign in again')
  const token = readBearer(call)
  if (token === undefined) throw expired()
  const { now } = deps
  const hash = hashToken(token)
  const [found] = await rows<Omit<Principal, 'frozenUntil'> & { frozenUntil: number | null; isReplaced: boolean }>(
    deps.db.query,
    sql`select s.user_id as "userId", s.id as "sessionId", s.device_id as "deviceId", d.public_key as "deviceKey",
        d.name as "deviceName", s.project_id as "projectId", s.parent_origin as "parentOrigin",
        s.typed_in as "typedIn", s.opened_by as "openedBy",
        ${toMs(sql`s.otp_at`)} as "otpAt", ${toMs(sql`greatest(d.frozen_until, u.frozen_until)`)} as "frozenUntil",
        ${toMs(sql`case when ${plusMs(sql`s.last_used_at`, idle)} < ${now()} then least(s.signing_until, s.last_used_at) else s.signing_until end`)} as "signingUntil",
        ${toMs(sql`s.expires_at`)} as "expiresAt", ${toMs(now())} as now,
        s.token_hash <> ${hash} and s.renewal_used_at is not null as "isReplaced"
      from auth.sessions s
        join auth.devices d on d.user_id = s.user_id and d.id = s.device_id and d.revoked_at is null
        join auth.users u on u.id = s.user_id
      where (s.token_hash = ${hash} or s.previous_hash = ${hash}) and s.revoked_at is null and s.expires_at > ${now()}
        and not ${isEnding(deps, sql`s.user_id`)}`,
  )
  // The id of a device is the thumbprint of its key: a row with another id was tampered with.
  if (found === undefined || deviceIdOf(found.deviceKey) !== found.deviceId) throw expired()
  const { isReplaced, ...principal } = found
  await checkSigned(deps, call, principal.deviceKey, principal.sessionId)
  if (isReplaced) {
    // Once the new token was used, the old one comes from a copy: neither holder can be told from the other. Before, the answer that
    // carried the new one may have been lost.
    await deps.db.query.execute(sql`update auth.sessions set revoked_at = ${now()} where id = ${principal.sessionId}`)
    throw expired()
  }
  await deps.db.query.execute(
    sql`with seen as (update auth.devices set last_seen_at = ${now()}
        where user_id = ${principal.userId} and id = ${principal.deviceId})
      update auth.sessions set last_used_at = ${now()},
        renewal_used_at = case when token_hash = ${hash} then coalesce(renewal_used_at, ${now()}) else renewal_used_at end,
        signing_until = case when ${plusMs(sql`last_used_at`, idle)} < ${now()} then least(signing_until, last_used_at) else signing_until end
      where id = ${principal.sessionId}`,
  )
  return { ...principal, frozenUntil: principal.frozenUntil ?? 0 }
}
