import { randomToken } from '../../platform/secrets/randomId.js'
import type { Socials } from '../../platform/social/createSocials.js'
import type { LoginStartRequest } from '../../platform/social/loginRequests.js'
import { socialNonce } from '../../platform/social/socialNonce.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { requireStepUp, requireTypedInside, stepUpLife } from '../../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from '../authContext.js'
import { openFarcaster } from '../social/openFarcaster.js'
import { prepareLogin } from '../social/prepareLogin.js'
import { socialLife, socialRefusal } from '../social/startSocial.js'
import { requireLoginChange } from './requireLoginChange.js'

/**
 * Begins a sign-in at a provider for a session that there is: to link the account, or to confirm with one that is linked. It leads back to
 * a page of the wallet and to no site, and only this browser in this session can go on with it. That of Farcaster leads to the person's app.
 *
 * @throws WalletRefusal TYPED_OUTSIDE, FROZEN, WALLET_FROZEN, OWNER_REQUIRED, STEP_UP_REQUIRED, CONFLICT, NOT_FOUND, RATE_LIMITED,
 * UNAVAILABLE.
 */
export async function startLogin(
  context: AuthContext & { socials: Socials },
  principal: Principal,
  { provider, purpose, returnTo }: LoginStartRequest,
  asker: Asker,
): Promise<{ challengeId: string; uri: string }> {
  const { socials, origin } = context
  const { sessionId, projectId, deviceKey, deviceName } = principal
  requireTypedInside(principal)
  if (purpose === 'link') {
    await requireLoginChange(context, principal, stepUpLife)
    requireStepUp(principal)
  }
  const returnUri = returnTo && `${origin}/${returnTo}`
  const request = { projectId, parentOrigin: origin, devicePublicKey: deviceKey, deviceName, returnUri }
  const prepared = await prepareLogin(context, provider, request, asker, { purpose, sessionId })
  const { id, deviceId, write } = prepared
  if (provider === 'farcaster') {
    if (socials.farcaster === undefined) throw new WalletRefusal('NOT_FOUND', 'Farcaster is not set up on this server')
    return { challengeId: id, uri: await openFarcaster(socials.farcaster, prepared) }
  }
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
