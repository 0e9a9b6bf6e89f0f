import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { stepUpLife } from '../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { type ChallengeRow, challengeColumns } from './sendCode.js'
import { sendGapKey } from './withSendLimits.js'

/** A challenge whose code was typed. */
export type SpentChallenge = ChallengeRow & { deviceName: string; newEmailBox: string | null }

/**
 * Takes a challenge whose code recovery has taken from the same device, once. Where a link was mailed, it must have been opened too:
 * that is what `auth` itself knows of the mailbox, whatever recovery says.
 *
 * @throws WalletRefusal CODE_EXPIRED.
 */
export async function consumeChallenge(
  { db, now }: AuthContext,
  given: { deviceId: string; kind: ChallengeRow['kind'] } & ({ challengeId: string } | { sessionId: string }),
): Promise<SpentChallenge> {
  const which =
    'challengeId' in given
      ? sql`id = ${given.challengeId} and session_id is null`
      : sql`session_id = ${given.sessionId}`
  const [spent] = await rows<SpentChallenge>(
    db.query,
    sql`update auth.challenges set consumed_at = ${now()}
      where ${which} and kind = ${given.kind} and device_id = ${given.deviceId} and consumed_at is null
        and expires_at > ${now()} and (token_hash is null or approved_at is not null)
        and exists (select 1 from recovery.mail_codes m where m.id = challenges.id and m.kind = challenges.kind
          and m.device_id = challenges.device_id and ${plusMs(sql`m.proven_at`, stepUpLife)} > ${now()})
      returning ${challengeColumns}, device_name as "deviceName", new_email_box as "newEmailBox"`,
  )
  if (spent === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This code has expired. Ask for a new one.')
  const { emailIndex, deviceId } = spent
  // A right code ends the wait for the next mail.
  await db.query.execute(
    sql`delete from auth.limits where key in (${sendGapKey(emailIndex)}, ${sendGapKey(emailIndex, { kind: 'known', deviceId })},
      ${sendGapKey(emailIndex, { kind: 'session', deviceId })})`,
  )
  return spent
}
