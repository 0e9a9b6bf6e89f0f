import { randomBytes } from 'node:crypto'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { challengeLife, type ReleasePurpose } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'

/**
 * Returns a challenge for one release of one factor by one session.
 *
 * @throws WalletRefusal NOT_FOUND when the factor belongs to another wallet, RATE_LIMITED.
 */
export async function issueChallenge(
  { db, now, schema }: CustodyContext,
  { sessionId, userId, deviceId }: Principal,
  { factorId, purpose }: { factorId: string; purpose: ReleasePurpose },
): Promise<{ challenge: string; expiresAt: number }> {
  const own =
    schema === 'vault'
      ? sql`select 1 from vault.factors f join vault.wallets w on w.id = f.wallet_id where f.id = ${factorId} and w.user_id = ${userId}`
      : sql`select 1 from recovery.halves where factor_id = ${factorId} and user_id = ${userId}`
  if ((await rows(db.query, own)).length === 0) throw new WalletRefusal('NOT_FOUND', 'There is no such factor')
  // Per browser, so that one cannot use up another's limit.
  await takeLimit(db.query, now, [
    { key: `${schema}/challenge/minute/${factorId}/${deviceId}`, max: 30, windowMs: 60_000 },
    { key: `${schema}/challenge/hour/${factorId}/${deviceId}`, max: 200, windowMs: 3_600_000 },
  ])
  const challenge = toBase64Url(randomBytes(32))
  const [row] = await rows<{ expiresAt: number }>(
    db.query,
    sql`insert into ${sql.raw(schema)}.challenges (hash, factor_id, session_id, purpose, expires_at)
      values (${hashToken(challenge)}, ${factorId}, ${sessionId}, ${purpose}, ${plusMs(now(), challengeLife)})
      returning ${toMs(sql`expires_at`)} as "expiresAt"`,
  )
  return { challenge, expiresAt: Math.round(row?.expiresAt ?? 0) }
}

/** Takes a challenge, once. */
export async function spendChallenge(
  { db, now, schema }: CustodyContext,
  { sessionId }: Principal,
  given: { factorId: string; purpose: ReleasePurpose; challenge: string },
): Promise<void> {
  const taken = await rows(
    db.query,
    sql`update ${sql.raw(schema)}.challenges set consumed_at = ${now()}
      where hash = ${hashToken(given.challenge)} and factor_id = ${given.factorId} and session_id = ${sessionId}
        and purpose = ${given.purpose} and consumed_at is null and expires_at > ${now()} returning 1 as one`,
  )
  if (taken.length === 0) throw new WalletRefusal('SPENT', 'This challenge was used, or it is too old')
}
