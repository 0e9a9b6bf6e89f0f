import type { EmailVerifyAnswer } from '@latchkey/protocol/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import { hashToken, randomId, randomToken } from '../platform/wallet/randomId.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { openEmail } from './emailIndex.js'
import { liveUndo } from './liveUndo.js'
import { noticeMail } from './mails/writeMails.js'
import { hasOwnerFactor } from './ownerFactor.js'
import { type SpentChallenge, spendCode } from './spendCode.js'

const day = 86_400_000
/** How long a session lasts, in milliseconds. */
export const sessionLife = 30 * day
/** How long halves are released on one code while the session is in use, in milliseconds. */
export const signingLife = day
const maxSessions = 5
const maxDevices = 10

/**
 * Ends a sign-in: takes the code, makes user and device known, and opens a session.
 *
 * @throws WalletRefusal CODE_WRONG, CODE_EXPIRED, LOCKED.
 */
export async function verifyEmail(
  context: AuthContext,
  given: {
    challengeId: string
    code: string
    typedIn: 'frame' | 'host'
    deviceId: string
    deviceKey: DevicePublicKey
  },
): Promise<EmailVerifyAnswer> {
  const { db, now } = context
  const { challengeId, code, deviceId } = given
  const challenge = await spendCode(context, { challengeId, code, deviceId, kind: 'login' })
  const sessionToken = randomToken()
  const sessionId = randomId()
  const answer = await db.query.transaction(async (query) => {
    const [user] = await rows<{ id: string }>(
      query,
      sql`insert into auth.users (id, email_index, email_box, created_at)
        values (${randomId()}, ${challenge.emailIndex}, ${challenge.emailBox}, ${now()})
        on conflict (email_index) do update set email_index = excluded.email_index returning id`,
    )
    if (user === undefined) throw new Error('A user was neither made nor found')
    // Looked at after the account was made or found, so that a change which ends in this moment is seen.
    const moved = await rows(query, liveUndo(context, challenge.emailIndex))
    // A second account here would stand in the way of the undo link.
    if (moved.length > 0)
      throw new WalletRefusal(
        'CONFLICT',
        'This address was replaced a short time ago. Use the link in your mail to undo that.',
      )
    const isNewDevice = await enrolDevice(context, query, user.id, given.deviceKey, challenge)
    const [session] = await rows<{ expiresAt: number }>(
      query,
      sql`insert into auth.sessions (id, token_hash, user_id, device_id, project_id, parent_origin, created_at, last_used_at,
          otp_at, signing_until, expires_at, typed_in)
        values (${sessionId}, ${hashToken(sessionToken)}, ${user.id}, ${deviceId}, ${challenge.projectId},
          ${challenge.parentOrigin}, ${now()}, ${now()}, ${now()}, ${plusMs(now(), signingLife)}, ${plusMs(now(), sessionLife)}, ${given.typedIn})
        returning ${toMs(sql`expires_at`)} as "expiresAt"`,
    )
    await query.execute(
      sql`update auth.sessions set revoked_at = ${now()} where id in (
        select id from auth.sessions where user_id = ${user.id} and revoked_at is null and expires_at > ${now()}
        order by (id = ${sessionId}) desc, last_used_at desc offset ${maxSessions})`,
    )
    const [wallet] = await rows<{ id: string }>(
      query,
      sql`select id from vault.wallets where user_id = ${user.id} and state = 'active'`,
    )
    return {
      sessionToken,
      sessionId,
      userId: user.id,
      deviceId,
      isNewDevice,
      walletId: wallet?.id ?? null,
      expiresAt: Math.round(session?.expiresAt ?? 0),
    }
  })
  context.outbox.poke()
  return answer
}

/** Writes down a device; one that comes after others is on probation for a day, and everybody is told. */
async function enrolDevice(
  context: AuthContext,
  query: Query,
  userId: string,
  key: DevicePublicKey,
  challenge: SpentChallenge,
): Promise<boolean> {
  const { now } = context
  const { deviceId, deviceName } = challenge
  const known = await rows<{ id: string }>(
    query,
    sql`select id from auth.devices where user_id = ${userId} and revoked_at is null for update`,
  )
  if (known.some(({ id }) => id === deviceId)) return false
  const [before] = await rows<{ any: boolean }>(
    query,
    sql`select exists (select 1 from auth.devices where user_id = ${userId}) as any`,
  )
  const isFirst = before?.any !== true
  await query.execute(
    sql`insert into auth.devices (user_id, id, public_key, name, created_at, last_seen_at, frozen_until)
      values (${userId}, ${deviceId}, ${JSON.stringify(key)}::jsonb, ${deviceName}, ${now()}, ${now()},
        ${isFirst ? null : plusMs(now(), day)})
      on conflict (user_id, id) do update set revoked_at = null, name = excluded.name, created_at = excluded.created_at,
        last_seen_at = excluded.last_seen_at, frozen_until = excluded.frozen_until`,
  )
  const dropped = await rows<{ id: string }>(
    query,
    sql`update auth.devices set revoked_at = ${now()} where user_id = ${userId} and id in (
        select id from auth.devices where user_id = ${userId} and revoked_at is null
        order by (id = ${deviceId}) desc, last_seen_at desc offset ${maxDevices}) returning id`,
  )
  if (dropped.length > 0)
    await query.execute(
      sql`update auth.sessions s set revoked_at = ${now()} from auth.devices d
        where d.user_id = ${userId} and s.user_id = d.user_id and s.device_id = d.id and d.revoked_at is not null and s.revoked_at is null`,
    )
  if (!isFirst) {
    const to = openEmail(context.box, challenge.emailBox, challenge.emailIndex)
    const text = `The browser “${deviceName}” is signed in. ${await whatItCan(context, query, userId)}`
    const notice = noticeMail(
      { ...challenge, to, wallet: context.name },
      { title: 'A new browser is signed in to your wallet', text },
    )
    await context.outbox.put(query, notice)
  }
  return true
}

/** What a new browser can do, for the mail that tells of it. */
async function whatItCan({ newDevice }: AuthContext, query: Query, userId: string): Promise<string> {
  const day = 'For 24 hours it cannot change who can restore the wallet, or your e-mail.'
  if (await hasOwnerFactor(query, userId)) return 'It opens your wallet only with your passkey or your recovery code.'
  if (newDevice === 'wait')
    return `It can have your wallet 24 hours after it asks for it, unless you stop it: another mail says how. ${day}`
  if (newDevice === 'approve')
    return `It gets your wallet only when you allow it in a browser that you already use. ${day}`
  return `It can use your wallet and everything in it now. Whoever reads this mailbox has your wallet: only a passkey or a recovery code, made under Security, changes that. ${day}`
}
