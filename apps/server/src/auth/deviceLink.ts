import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { type ChallengeRow, challengeColumns, sendCode } from './sendCode.js'

/** The content of the page behind a link. */
export type LinkedRequest = {
  parentOrigin: string
  browser: string
  place: string
  matchNumber: string
  createdAt: string
}

/** Looks at the request behind a link and changes nothing, so that a mail scanner may follow it. */
export async function readLink({ db, now }: AuthContext, token: string): Promise<LinkedRequest | undefined> {
  const [found] = await rows<LinkedRequest>(
    db.query,
    sql`select parent_origin as "parentOrigin", browser, place, match_number as "matchNumber",
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') as "createdAt"
      from auth.challenges where token_hash = ${hashToken(token)} and approved_at is null and expires_at > ${now()}`,
  )
  return found
}

/** Approves the device behind a link, once, and sends the code. Gives false when there was nothing to approve. */
export async function approveLink(context: AuthContext, token: string): Promise<boolean> {
  const { db, now } = context
  const isApproved = await db.query.transaction(async (query) => {
    const [challenge] = await rows<ChallengeRow>(
      query,
      sql`update auth.challenges set approved_at = ${now()}
        where token_hash = ${hashToken(token)} and approved_at is null and expires_at > ${now()} returning ${challengeColumns}`,
    )
    if (challenge === undefined) return false
    await sendCode(context, query, challenge)
    return true
  })
  if (isApproved) context.outbox.poke()
  return isApproved
}

/** Returns how far the device of a challenge is. */
export async function readDeviceState(
  { db, now }: AuthContext,
  { challengeId, deviceId }: { challengeId: string; deviceId: string },
): Promise<'waiting' | 'approved' | 'expired'> {
  const [found] = await rows<{ approved: boolean; live: boolean }>(
    db.query,
    sql`select token_hash is null or approved_at is not null as approved, expires_at > ${now()} as live
      from auth.challenges where id = ${challengeId} and device_id = ${deviceId}`,
  )
  if (found === undefined) throw new WalletRefusal('NOT_FOUND', 'No such request')
  if (!found.live) return 'expired'
  return found.approved ? 'approved' : 'waiting'
}
