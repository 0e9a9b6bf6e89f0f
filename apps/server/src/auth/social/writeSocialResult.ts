import { sql } from 'drizzle-orm'
import { hashToken, randomToken } from '../../platform/secrets/randomId.js'
import type { LoginName } from '../../platform/social/loginName.js'
import type { SocialProfile } from '../../platform/social/oauthProviders.js'
import { askRecovery } from '../../platform/wallet/mailAsk.js'
import type { AuthContext } from '../authContext.js'

/** The purpose of a sign-in at a provider: it opens a session, or belongs to one. */
export type LoginPurpose = 'sign-in' | 'link' | 'step-up'

/**
 * Writes down who somebody is at a provider, for the sign-in that asked, and has recovery look for itself; where it links an account, that
 * waits for its result.
 *
 * @returns The secret with which the sign-in is finished.
 */
export async function writeSocialResult(
  { db, now, box, outbox }: AuthContext,
  login: {
    id: string
    deviceId: string
    provider: LoginName
    evidence: string
    profile: SocialProfile
    purpose: LoginPurpose
  },
): Promise<string> {
  const { id, deviceId, provider, evidence, profile, purpose } = login
  const result = randomToken()
  // An account that signed in elsewhere must not be linked: recovery is notified only once this browser brings the result.
  const kept = purpose === 'link' ? { ...profile, evidence } : profile
  await db.query.transaction(async (query) => {
    await query.execute(
      sql`update auth.social_logins set result_hash = ${hashToken(result)},
          profile_box = ${box.seal(JSON.stringify(kept), `social/${id}/profile`)} where id = ${id}`,
    )
    if (purpose === 'link') return
    const kind = purpose === 'sign-in' ? 'login' : purpose
    // Recovery asks the provider itself: what `auth` says proves nothing to it.
    await askRecovery(query, now, { ask: 'social', id, provider, evidence, deviceId, kind })
  })
  outbox.poke()
  return result
}
