import { sql } from 'drizzle-orm'
import { hashToken, randomToken } from '../../platform/secrets/randomId.js'
import type { LoginName } from '../../platform/social/loginName.js'
import type { SocialProfile } from '../../platform/social/socialDialects.js'
import { askRecovery } from '../../platform/wallet/mailAsk.js'
import type { AuthContext } from '../authContext.js'

/**
 * Writes down who somebody is at a provider, for the sign-in that asked, and has recovery look for itself.
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
    purpose?: 'sign-in' | 'link' | 'step-up'
    sessionId?: string | null
  },
): Promise<string> {
  const { id, deviceId, provider, evidence, profile, purpose = 'sign-in', sessionId = null } = login
  const result = randomToken()
  await db.query.transaction(async (query) => {
    await query.execute(
      sql`update auth.social_logins set result_hash = ${hashToken(result)},
          profile_box = ${box.seal(JSON.stringify(profile), `social/${id}/profile`)} where id = ${id}`,
    )
    // Recovery asks the provider itself: what `auth` says proves nothing to it.
    const kind = purpose === 'sign-in' ? 'login' : purpose
    const bound = { kind, sessionId: purpose === 'link' ? sessionId : null } as const
    await askRecovery(query, now, { ask: 'social', id, provider, evidence, deviceId, ...bound })
  })
  outbox.poke()
  return result
}
