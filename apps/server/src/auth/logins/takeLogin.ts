import { sql } from 'drizzle-orm'
import { type Query, rows } from '../../platform/db/rows.js'
import { hashToken } from '../../platform/secrets/randomId.js'
import type { LoginName } from '../../platform/social/loginName.js'
import type { SocialProfile } from '../../platform/social/oauthProviders.js'
import { socialSubject } from '../../platform/social/socialSubject.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'

/** The profile from a sign-in at a provider, and the index of the account. */
export type TakenLogin = {
  provider: LoginName
  profile: SocialProfile
  index: string
  /** The provider's proof for recovery; stored where an account is linked. */
  evidence: string
}

/**
 * Takes the result of a sign-in that a session has begun, once: of the same session, browser and purpose.
 *
 * @throws WalletRefusal PROOF_WRONG with what went wrong at the provider, CODE_EXPIRED.
 */
export async function takeLogin(
  { now, box }: Pick<AuthContext, 'now' | 'box'>,
  query: Query,
  { sessionId, deviceId }: Principal,
  given: { challengeId: string; result: string; purpose: 'link' | 'step-up' },
): Promise<TakenLogin> {
  const { challengeId, purpose } = given
  const own = sql`id = ${challengeId} and purpose = ${purpose} and session_id = ${sessionId} and device_id = ${deviceId}`
  const [failed] = await rows<{ failure: string }>(
    query,
    sql`select failure from auth.social_logins where ${own} and failure is not null`,
  )
  if (failed !== undefined) throw new WalletRefusal('PROOF_WRONG', failed.failure)
  const [taken] = await rows<{ provider: LoginName; sealed: string }>(
    query,
    sql`update auth.social_logins set consumed_at = ${now()}
      where ${own} and result_hash = ${hashToken(given.result)} and consumed_at is null and expires_at > ${now()}
      returning provider, profile_box as sealed`,
  )
  if (taken === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This sign-in has expired. Start again.')
  const { provider, sealed } = taken
  type Kept = SocialProfile & { evidence?: string }
  const { evidence = '', ...profile } = JSON.parse(box.open(sealed, `social/${challengeId}/profile`)) as Kept
  const index = box.index('social', socialSubject(provider, profile.subject))
  // What the provider said of the person is not kept beyond its use.
  await query.execute(
    sql`update auth.social_logins set profile_box = null, subject_index = ${index} where id = ${challengeId}`,
  )
  return { provider, profile, index, evidence }
}
