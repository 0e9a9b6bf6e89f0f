import { isLatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import { hashToken } from '../../platform/secrets/randomId.js'
import type { Socials } from '../../platform/social/createSocials.js'
import { oauthProviders, type SocialName } from '../../platform/social/oauthProviders.js'
import { socialNonce } from '../../platform/social/socialNonce.js'
import type { AuthContext } from '../authContext.js'
import { type LoginPurpose, writeSocialResult } from './writeSocialResult.js'

/** What the window of a sign-in gets: which one it was, and the secret with which its frame takes it up; that only where it succeeded. */
export type SocialResult = {
  challengeId: string
  parentOrigin: string
  /** The page that was left for the sign-in; null where it has a window. */
  returnUri: string | null
  result?: string
}

/**
 * Takes what a provider sent a person back with. Each sign-in is taken once, whatever comes of it, and only from the provider that it was
 * begun with: the state of another is unknown here.
 *
 * @returns Nothing when no sign-in waits for this.
 */
export async function takeCallback(
  context: AuthContext & { socials: Socials },
  provider: SocialName,
  answer: URLSearchParams,
): Promise<SocialResult | undefined> {
  const { db, now, box, socials, log } = context
  const [state, ...more] = answer.getAll('state')
  if (state === undefined || more.length > 0 || !/^[\w-]{43}$/.test(state)) return undefined
  const [login] = await rows<{
    id: string
    deviceId: string
    parentOrigin: string
    sealedReturn: string | null
    sealed: string
    purpose: LoginPurpose
  }>(
    db.query,
    sql`update auth.social_logins set called_at = ${now()}
      where state_hash = ${hashToken(state)} and provider = ${provider} and called_at is null and expires_at > ${now()}
      returning id, device_id as "deviceId", parent_origin as "parentOrigin", return_box as "sealedReturn", verifier_box as sealed, purpose`,
  )
  if (login === undefined) return undefined
  const { id, deviceId, parentOrigin, sealedReturn, sealed, purpose } = login
  const returnUri = sealedReturn === null ? null : box.open(sealedReturn, `social/${id}/return`)
  const { label } = oauthProviders[provider]
  const fail = async (failure: string): Promise<SocialResult> => {
    await db.query.execute(sql`update auth.social_logins set failure = ${failure} where id = ${id}`)
    return { challengeId: id, parentOrigin, returnUri }
  }
  if (answer.get('error') === 'access_denied' || answer.get('error') === 'user_cancelled_authorize')
    return fail(`The sign-in was refused at ${label}.`)
  const verifier = box.open(sealed, `social/${id}`)
  const nonce = socialNonce({ id, deviceId })
  try {
    const evidence = await socials.exchange(provider, answer, { state, verifier, nonce })
    const profile = await socials.profile(provider, evidence, { nonce })
    const result = await writeSocialResult(context, { id, deviceId, provider, evidence, profile, purpose })
    return { challengeId: id, parentOrigin, returnUri, result }
  } catch (error) {
    if (!isLatchkeyError(error, 'API_UNREACHABLE') && !isLatchkeyError(error, 'UNAUTHORIZED')) throw error
    log.warn({ provider, reason: reasonOf(error) }, 'A social login failed')
    return fail(error.message)
  }
}

/** The client's error code: texts of a provider stay out of the log. */
function reasonOf(error: Error): unknown {
  const { cause } = error
  return cause instanceof Error ? ((cause as { code?: unknown }).code ?? cause.name) : error.name
}
