import type { FactorKind } from '@latchkey/protocol/internal/walletApi'
import { type SQL, sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { readFreeze } from '../platform/wallet/requireUnfrozen.js'
import type { AuthContext } from './authContext.js'

/** The data export of one user. Times are ISO 8601; it contains no key and no part of one. */
export type UserRecord = {
  id: string
  createdAt: string
  /** Until when nothing grave can be done after a change of address. */
  lockedUntil: string | null
  wallet: {
    id: string
    state: 'creating' | 'active'
    isFrozen: boolean
    factors: { kind: FactorKind; deviceId: string | null }[]
  } | null
  /** When the account was asked to be deleted, and when it will be. */
  deletion: { askedAt: string; dueAt: string } | null
  devices: {
    id: string
    name: string
    createdAt: string
    lastSeenAt: string
    lockedUntil: string | null
    removedAt: string | null
  }[]
  sessions: {
    id: string
    deviceId: string
    projectId: string
    site: string
    openedBy: 'mail' | 'code' | 'passkey'
    createdAt: string
    lastUsedAt: string
    confirmedAt: string
    expiresAt: string
    endedAt: string | null
  }[]
  /** Codes that were asked for, until their rows are deleted. */
  codes: { kind: string; site: string; browser: string; place: string; askedAt: string; usedAt: string | null }[]
  /** Social logins that opened a session or belonged to one, until their rows are deleted. */
  socialLogins: {
    provider: string
    site: string
    browser: string
    place: string
    askedAt: string
    usedAt: string | null
  }[]
  /** Notices that still have to be mailed. */
  notices: { title: string; createdAt: string }[]
}

const iso = (time: SQL) => sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Reads all that is kept about an account and that its person may see; nothing when there is none. */
export async function readRecord(
  context: Pick<AuthContext, 'db' | 'now' | 'freezeLife'>,
  userId: string,
): Promise<UserRecord | undefined> {
  const { query } = context.db
  const [user] = await rows<Pick<UserRecord, 'id' | 'createdAt' | 'lockedUntil'> & { index: string }>(
    query,
    sql`select id, email_index as index, ${iso(sql`created_at`)} as "createdAt", ${iso(sql`frozen_until`)} as "lockedUntil"
      from auth.users where id = ${userId}`,
  )
  if (user === undefined) return undefined
  const { index, ...account } = user
  const [wallet] = await rows<{ id: string; state: 'creating' | 'active' }>(
    query,
    sql`select id, state from vault.wallets where user_id = ${userId}`,
  )
  const factors = await rows<{ kind: FactorKind; deviceId: string | null }>(
    query,
    sql`select f.kind, f.device_id as "deviceId" from vault.factors f join vault.wallets w on w.id = f.wallet_id and w.epoch = f.epoch
      where w.user_id = ${userId} order by f.kind, f.device_id`,
  )
  const [deletion] = await rows<{ askedAt: string; dueAt: string }>(
    query,
    sql`select ${iso(sql`asked_at`)} as "askedAt", ${iso(sql`due_at`)} as "dueAt" from vault.deletions where user_id = ${userId}`,
  )
  const devices = await rows<UserRecord['devices'][number]>(
    query,
    sql`select id, name, ${iso(sql`created_at`)} as "createdAt", ${iso(sql`last_seen_at`)} as "lastSeenAt",
        ${iso(sql`frozen_until`)} as "lockedUntil", ${iso(sql`revoked_at`)} as "removedAt"
      from auth.devices where user_id = ${userId} order by created_at, id`,
  )
  const sessions = await rows<UserRecord['sessions'][number]>(
    query,
    sql`select id, device_id as "deviceId", project_id as "projectId", parent_origin as site, opened_by as "openedBy",
        ${iso(sql`created_at`)} as "createdAt", ${iso(sql`last_used_at`)} as "lastUsedAt", ${iso(sql`otp_at`)} as "confirmedAt",
        ${iso(sql`expires_at`)} as "expiresAt", ${iso(sql`revoked_at`)} as "endedAt"
      from auth.sessions where user_id = ${userId} order by created_at, id`,
  )
  const codes = await rows<UserRecord['codes'][number]>(
    query,
    sql`select kind, parent_origin as site, browser, place, ${iso(sql`created_at`)} as "askedAt", ${iso(sql`consumed_at`)} as "usedAt"
      from auth.challenges where user_id = ${userId} or email_index = ${index} order by created_at, id`,
  )
  // By its sessions: another person may use the same browser.
  const socialLogins = await rows<UserRecord['socialLogins'][number]>(
    query,
    sql`select provider, parent_origin as site, browser, place, ${iso(sql`created_at`)} as "askedAt", ${iso(sql`consumed_at`)} as "usedAt"
      from auth.social_logins where id in (select mail_id from auth.sessions where user_id = ${userId})
        or session_id in (select id from auth.sessions where user_id = ${userId}) order by created_at, id`,
  )
  const notices = await rows<UserRecord['notices'][number]>(
    query,
    sql`select title, ${iso(sql`created_at`)} as "createdAt" from auth.notices where user_id = ${userId} order by created_at, id`,
  )
  const isFrozen = (await readFreeze(context, { userId })) !== undefined
  return {
    ...account,
    wallet: wallet === undefined ? null : { ...wallet, isFrozen, factors },
    deletion: deletion ?? null,
    devices,
    sessions,
    codes,
    socialLogins,
    notices,
  }
}
