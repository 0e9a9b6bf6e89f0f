import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { putNotice } from '../platform/mail/putNotice.js'
import { hashToken, randomId, randomToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { stepUpLife } from '../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from './authContext.js'
import { consumeChallenge } from './consumeChallenge.js'
import { openEmail } from './emailIndex.js'
import { stepUpByLogin } from './logins/stepUpByLogin.js'
import { signingLife } from './openSession.js'
import { isEnrolled, requireOwner } from './ownerFactor.js'
import { type ChallengeRow, challengeColumns, sendCode } from './sendCode.js'
import { wideNetworkIndex, withSendLimits } from './withSendLimits.js'

/** A device as its owner sees it; times in milliseconds. */
export type DeviceEntry = { id: string; name: string; createdAt: number; lastSeenAt: number; isThis: boolean }

/** Returns the address of a user. */
export async function readUserEmail(
  { db, box }: Pick<AuthContext, 'db' | 'box'>,
  userId: string,
): Promise<{ email: string; index: string; box: string }> {
  const [user] = await rows<{ index: string; box: string }>(
    db.query,
    sql`select email_index as index, email_box as box from auth.users where id = ${userId}`,
  )
  if (user === undefined) throw new WalletRefusal('SESSION_EXPIRED', 'Sign in again')
  return { ...user, email: openEmail(box, user.box, user.index) }
}

/** Ends a session; the server is what counts, whatever the client still remembers. */
export async function signOut({ db, now }: AuthContext, { sessionId }: Principal): Promise<void> {
  await db.query.execute(
    sql`update auth.sessions set revoked_at = ${now()} where id = ${sessionId} and revoked_at is null`,
  )
}

/** Lists the devices of a user. */
export async function listDevices({ db }: AuthContext, { userId, deviceId }: Principal): Promise<DeviceEntry[]> {
  return rows<DeviceEntry>(
    db.query,
    sql`select id, name, ${toMs(sql`created_at`)} as "createdAt", ${toMs(sql`last_seen_at`)} as "lastSeenAt",
        id = ${deviceId} as "isThis"
      from auth.devices where user_id = ${userId} and revoked_at is null order by last_seen_at desc`,
  )
}

/**
 * Revokes a device with its sessions and halves; the owner is notified if another device revoked it. A device
 * that holds a half of the wallet is removed only by another that does, and with the owner's factor where one exists.
 *
 * @throws WalletRefusal OWNER_REQUIRED, PROOF_WRONG, NOT_FOUND.
 */
export async function revokeDevice(context: AuthContext, principal: Principal, deviceId: string): Promise<void> {
  const { db, now } = context
  const { userId } = principal
  if (deviceId !== principal.deviceId) {
    const [held] = await rows<{ target: boolean; own: boolean }>(
      db.query,
      sql`select ${isEnrolled(userId, sql`${deviceId}`)} as target, ${isEnrolled(userId, sql`${principal.deviceId}`)} as own`,
    )
    if (held?.target === true) {
      await requireOwner(context, principal)
      if (!held.own) throw new WalletRefusal('PROOF_WRONG', 'This browser does not have the wallet itself')
    }
  }
  const revoked = await db.query.transaction(async (query) => {
    const [found] = await rows<{ name: string }>(
      query,
      sql`update auth.devices set revoked_at = ${now()} where user_id = ${userId} and id = ${deviceId} and revoked_at is null returning name`,
    )
    await query.execute(
      sql`update auth.sessions set revoked_at = ${now()} where user_id = ${userId} and device_id = ${deviceId} and revoked_at is null`,
    )
    if (found !== undefined && deviceId !== principal.deviceId)
      await putNotice(query, now, userId, {
        title: 'A browser was removed from your wallet',
        text: `From “${principal.deviceName}” the browser “${found.name}” was removed. It can no longer open your wallet.`,
      })
    return found !== undefined
  })
  if (!revoked) throw new WalletRefusal('NOT_FOUND', 'There is no such device')
  await context.onDeviceRevoked(userId)
}

/** Sends a code to an address of a session, for what needs one. */
export async function sendSessionCode(
  context: AuthContext,
  principal: Principal,
  asker: Asker,
  mail: { kind: Exclude<ChallengeRow['kind'], 'login'>; index: string; box: string; newEmailBox?: string },
): Promise<void> {
  const { now } = context
  const { sessionId, projectId, parentOrigin, deviceId } = principal
  // The new address of a change may be anybody's.
  const budget = mail.kind === 'change-secondary' ? undefined : ({ kind: 'session', deviceId } as const)
  const ask = { ip: asker.ip, emailIndex: mail.index, projectId, budget, inSession: true }
  await withSendLimits(context, ask, async (query) => {
    await query.execute(
      sql`update auth.challenges set expires_at = ${now()} where session_id = ${sessionId} and kind = ${mail.kind} and expires_at > ${now()}`,
    )
    const [challenge] = await rows<ChallengeRow>(
      query,
      sql`insert into auth.challenges (id, kind, email_index, email_box, new_email_box, user_id, session_id, project_id,
          parent_origin, device_id, device_key, device_name, browser, place, network, match_number, created_at, expires_at)
        values (${randomId()}, ${mail.kind}, ${mail.index}, ${mail.box}, ${mail.newEmailBox ?? null}, ${principal.userId},
          ${sessionId}, ${projectId}, ${parentOrigin}, ${deviceId}, ${JSON.stringify(principal.deviceKey)}::jsonb,
          ${principal.deviceName}, ${asker.browser}, ${context.placeOf(asker.ip)}, ${wideNetworkIndex(context, asker.ip)}, '',
          ${now()}, ${plusMs(now(), 300_000)})
        returning ${challengeColumns}`,
    )
    if (challenge !== undefined) await sendCode(context, query, challenge)
  })
  context.outbox.poke()
}

/**
 * Takes a step-up that recovery saw answered; the session goes on under a new token. An answer can be lost: the same call made again
 * within five minutes is answered with the token that it carries.
 *
 * @param social - A sign-in at a provider in the place of the code.
 *
 * @throws WalletRefusal CODE_EXPIRED, SESSION_EXPIRED.
 */
export async function verifyStepUp(
  context: AuthContext,
  principal: Principal,
  token: string,
  social?: { challengeId: string; result: string },
): Promise<{ sessionToken: string }> {
  const { db, now } = context
  const { sessionId, deviceId } = principal
  try {
    if (social !== undefined) await stepUpByLogin(context, principal, social)
    else await consumeChallenge(context, { deviceId, sessionId, kind: 'step-up' })
  } catch (error) {
    if (social === undefined && (await keepToken(context, principal, token))) return { sessionToken: token }
    throw error
  }
  const sessionToken = randomToken()
  const renewed = await rows<{ id: string }>(
    db.query,
    sql`update auth.sessions set previous_hash = ${hashToken(token)}, token_hash = ${hashToken(sessionToken)},
        renewal_used_at = null, otp_at = ${now()}, last_used_at = ${now()},
        signing_until = least(expires_at, ${plusMs(now(), signingLife)})
      where id = ${sessionId} and revoked_at is null returning id`,
  )
  if (renewed.length === 0) throw new WalletRefusal('SESSION_EXPIRED', 'Sign in again')
  return { sessionToken }
}

/**
 * Has a session go on under the token of a call where the last code that it asked for was taken. If another token was made then, it is
 * the replaced one now: should it be used after all, two hold this session.
 */
async function keepToken({ db, now }: AuthContext, principal: Principal, token: string): Promise<boolean> {
  const { sessionId, deviceId } = principal
  const hash = hashToken(token)
  const kept = await rows(
    db.query,
    sql`update auth.sessions set token_hash = ${hash}, renewal_used_at = ${now()},
        previous_hash = case when token_hash = ${hash} then previous_hash else token_hash end
      where id = ${sessionId} and revoked_at is null and ${hash} in (token_hash, previous_hash)
        and ${plusMs(sql`otp_at`, stepUpLife)} > ${now()}
        and (select c.consumed_at from auth.challenges c
          where c.session_id = ${sessionId} and c.device_id = ${deviceId} and c.kind = 'step-up'
          order by c.created_at desc limit 1) is not null
      returning id`,
  )
  return kept.length > 0
}
