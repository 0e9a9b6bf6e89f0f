import { LatchkeyError } from '@latchkey/protocol/errors'
import { randomToken } from '../../platform/secrets/randomId.js'
import type { Socials } from '../../platform/social/createSocials.js'
import { socialNonce } from '../../platform/social/socialNonce.js'
import type { SocialStartRequest } from '../../platform/social/socialRequests.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from '../authContext.js'
import { prepareLogin } from './prepareLogin.js'

/** How long a person may take at the provider, in milliseconds. */
export const socialLife = 600_000

/** The error for an unavailable provider. */
export function socialRefusal(error: unknown): unknown {
  if (!(error instanceof LatchkeyError)) return error
  if (error.code === 'API_UNREACHABLE') return new WalletRefusal('UNAVAILABLE', error.message, {}, error)
  if (error.code === 'UNAUTHORIZED') return new WalletRefusal('PROOF_WRONG', error.message, {}, error)
  return error
}

/**
 * Begins a sign-in at a provider for one browser. What ties the answer to it stays here: the state by its hash, and the secret of the
 * code's exchange.
 *
 * @throws WalletRefusal ORIGIN_REFUSED, NOT_FOUND for a provider that is not set up, RATE_LIMITED, UNAVAILABLE.
 */
export async function startSocial(
  context: AuthContext & { socials: Socials },
  request: SocialStartRequest,
  asker: Asker,
): Promise<{ challengeId: string; uri: string }> {
  const { socials } = context
  const { provider } = request
  const { id, deviceId, write } = await prepareLogin(context, provider, request, asker)
  const state = randomToken()
  try {
    const { verifier, challenge } = await socials.pkce()
    const uri = await socials.authorizationUrl(provider, { state, challenge, nonce: socialNonce({ id, deviceId }) })
    await write({ token: state, secret: verifier, life: socialLife })
    return { challengeId: id, uri }
  } catch (error) {
    throw socialRefusal(error)
  }
}
