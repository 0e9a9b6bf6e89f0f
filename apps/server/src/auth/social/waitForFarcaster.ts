import { setTimeout as sleep } from 'node:timers/promises'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import { hashToken, randomToken } from '../../platform/secrets/randomId.js'
import type { Farcaster } from '../../platform/social/createFarcaster.js'
import { socialNonce } from '../../platform/social/socialNonce.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { socialRefusal } from './startSocial.js'
import { type LoginPurpose, writeSocialResult } from './writeSocialResult.js'

/** How long one call waits, and the pause between two polls, in milliseconds. */
const pollTime = 20_000
const pollPause = 1_000
/** Failed polls in a row before the visitor sees an error. */
const maxFailures = 3

type Login = { id: string; deviceId: string; purpose: LoginPurpose }

/**
 * Waits until the visitor's Farcaster app has signed. A response is taken and checked once; a frame that missed it polls again.
 *
 * @returns The secret that finishes the sign-in; undefined until it is approved.
 * @throws WalletRefusal CODE_EXPIRED, PROOF_WRONG, UNAVAILABLE.
 */
export async function waitForFarcaster(
  context: AuthContext & { farcaster: Farcaster },
  login: Login,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db, now, box, farcaster } = context
  const { id } = login
  const end = performance.now() + pollTime
  let failures = 0
  for (;;) {
    type Row = { failure: string | null; isCalled: boolean; isReady: boolean; sealed: string }
    const [row] = await rows<Row>(
      db.query,
      sql`select failure, called_at is not null as "isCalled", profile_box is not null as "isReady", verifier_box as sealed
        from auth.social_logins where id = ${id} and device_id = ${login.deviceId} and consumed_at is null and expires_at > ${now()}`,
    )
    if (row === undefined) throw new WalletRefusal('CODE_EXPIRED', 'The sign-in took too long. Try again.')
    if (row.failure !== null) throw new WalletRefusal('PROOF_WRONG', row.failure)
    if (row.isReady) return renewResult(context, id)
    if (!row.isCalled) {
      let evidence: string | undefined
      try {
        evidence = await farcaster.look(box.open(row.sealed, `social/${id}`))
        failures = 0
      } catch (error) {
        if (!isLatchkeyError(error)) throw error
        failures++
        const isOver = failures >= (error.code === 'API_UNREACHABLE' ? maxFailures : 2)
        // The relay gives a response once: another call of this sign-in may have it.
        if (isOver && error.code === 'UNAUTHORIZED') await fail(context, id, error.message)
        else if (isOver) throw socialRefusal(error)
      }
      if (evidence !== undefined) return take(context, login, evidence)
    }
    if (performance.now() > end || signal.aborted) return undefined
    await sleep(pollPause)
  }
}

/** Checks a response; no other is taken for this sign-in, even when this one is invalid. */
async function take(
  context: AuthContext & { farcaster: Farcaster },
  { id, deviceId, purpose }: Login,
  evidence: string,
): Promise<string | undefined> {
  const { db, now, farcaster, log } = context
  const taken = await rows<{ id: string }>(
    db.query,
    sql`update auth.social_logins set called_at = ${now()}
      where id = ${id} and called_at is null and expires_at > ${now()} returning id`,
  )
  if (taken.length === 0) return undefined
  try {
    const profile = await farcaster.profile(evidence, { nonce: socialNonce({ id, deviceId }) })
    return await writeSocialResult(context, { id, deviceId, provider: 'farcaster', evidence, profile, purpose })
  } catch (error) {
    if (!isLatchkeyError(error, 'API_UNREACHABLE') && !isLatchkeyError(error, 'UNAUTHORIZED')) throw error
    log.warn({ provider: 'farcaster', code: error.code }, 'A social login failed')
    await db.query.execute(sql`update auth.social_logins set failure = ${error.message} where id = ${id}`)
    throw socialRefusal(error)
  }
}

/** Ends a sign-in that has no response. */
async function fail({ db, now }: AuthContext, id: string, failure: string): Promise<void> {
  await db.query.execute(
    sql`update auth.social_logins set called_at = ${now()}, failure = ${failure} where id = ${id} and called_at is null`,
  )
}

/** Issues a new secret to a frame that missed the first. */
async function renewResult({ db }: AuthContext, id: string): Promise<string> {
  const result = randomToken()
  await db.query.execute(
    sql`update auth.social_logins set result_hash = ${hashToken(result)} where id = ${id} and consumed_at is null`,
  )
  return result
}
