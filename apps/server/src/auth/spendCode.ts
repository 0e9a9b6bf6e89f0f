import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { codeTries, isCode, readCode } from './oneTimeCode.js'
import { type ChallengeRow, challengeColumns } from './sendCode.js'
import { sendGapKey } from './takeSendLimits.js'

const day = 86_400_000
const failuresADay = 10
/** After how many wrong codes in a row a code is taken only behind a link that was opened in a mail, and after how many not at all. */
export const failuresWithoutLink = 50
const failuresForGood = 100

/** A challenge whose code was typed. */
export type SpentChallenge = ChallengeRow & { deviceName: string; newEmailBox: string | null; byLink: boolean }

/**
 * Tries a code. The try counts before the code is looked at, in the statement that reads the row, so tries in parallel count
 * too; and of right codes in parallel one alone is taken.
 *
 * @throws WalletRefusal CODE_WRONG, CODE_EXPIRED, LOCKED.
 */
export async function spendCode(
  context: AuthContext,
  given: { code: string; deviceId: string; kind: ChallengeRow['kind'] } & (
    | { challengeId: string }
    | { sessionId: string }
  ),
): Promise<SpentChallenge> {
  const { db, now, box } = context
  const which =
    'challengeId' in given
      ? sql`id = ${given.challengeId} and session_id is null`
      : sql`session_id = ${given.sessionId}`
  const [tried] = await rows<SpentChallenge & { salt: string; mac: string }>(
    db.query,
    sql`update auth.challenges set attempts = attempts + 1
      where ${which} and kind = ${given.kind} and device_id = ${given.deviceId} and code_mac is not null
        and consumed_at is null and attempts < ${codeTries} and expires_at > ${now()}
      returning ${challengeColumns}, device_name as "deviceName", new_email_box as "newEmailBox",
        token_hash is not null as "byLink", code_salt as salt, code_mac as mac`,
  )
  if (tried === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This code is no longer good. Ask for a new one.')
  await countTry(context, db.query, tried)
  const code = readCode(given.code)
  if (code === undefined || !isCode(box, tried, tried, code))
    throw new WalletRefusal('CODE_WRONG', 'This code is not right')
  const [spent] = await rows<{ id: string }>(
    db.query,
    sql`with forgiven as (delete from auth.addresses where email_index = ${tried.emailIndex}),
        awaited as (delete from auth.limits where key in (${sendGapKey(tried.emailIndex)},
          ${sendGapKey(tried.emailIndex, { kind: 'known', deviceId: tried.deviceId })}, ${sendGapKey(tried.emailIndex, { kind: 'session', deviceId: tried.deviceId })}))
      update auth.challenges set consumed_at = ${now()}
      where id = ${tried.id} and code_mac = ${tried.mac} and consumed_at is null and expires_at > ${now()} returning id`,
  )
  if (spent === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This code was used already')
  const { salt: _, mac: __, ...challenge } = tried
  return challenge
}

/** Counts a try of an address, over all its challenges: a new code gives no new tries. */
async function countTry(
  { now }: AuthContext,
  query: Query,
  { emailIndex, byLink }: Pick<SpentChallenge, 'emailIndex' | 'byLink'>,
): Promise<void> {
  const isOld = sql`a.first_failure_at < ${plusMs(now(), -day)}`
  const [row] = await rows<{ left: number | null; total: number }>(
    query,
    sql`insert into auth.addresses as a (email_index, failures, first_failure_at, total) values (${emailIndex}, 1, ${now()}, 1)
      on conflict (email_index) do update set
        failures = case when ${isOld} then 1 else a.failures + 1 end,
        first_failure_at = case when ${isOld} then ${now()} else a.first_failure_at end,
        total = a.total + 1,
        locked_until = case
          when a.locked_until > ${now()} then a.locked_until
          when not (${isOld}) and a.failures >= ${failuresADay} then ${plusMs(now(), day)}
          else null end
      returning ${toMs(sql`a.locked_until`)} - ${toMs(now())} as left, total`,
  )
  if (row === undefined || row.left !== null)
    throw new WalletRefusal('LOCKED', 'Too many wrong codes. Codes are off for a day.', {
      retryAfterMs: Math.ceil(row?.left ?? day),
    })
  if (row.total > failuresForGood)
    throw new WalletRefusal('LOCKED', 'Too many wrong codes. Use a passkey or a recovery code.')
  // Anybody can guess at an address; only who has its mail opens the link, so strangers do not lock its owner out.
  if (row.total > failuresWithoutLink && !byLink)
    throw new WalletRefusal('LOCKED', 'Too many wrong codes. Sign in again with the link in a new mail.')
}
