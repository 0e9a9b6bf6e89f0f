import { type Farcaster, farcasterLife } from '../../platform/social/createFarcaster.js'
import { socialNonce } from '../../platform/social/socialNonce.js'
import type { PreparedLogin } from './prepareLogin.js'
import { socialRefusal } from './startSocial.js'

/**
 * Asks the relay of Farcaster for a sign-in that may begin, and keeps it.
 *
 * @returns The link that opens the person's app.
 * @throws WalletRefusal UNAVAILABLE when the relay does not answer, PROOF_WRONG when it answers with the token of another sign-in.
 */
export async function openFarcaster(farcaster: Farcaster, { id, deviceId, write }: PreparedLogin): Promise<string> {
  try {
    const { channelToken, url } = await farcaster.open(socialNonce({ id, deviceId }))
    await write({ token: channelToken, secret: channelToken, life: farcasterLife })
    return url
  } catch (error) {
    throw socialRefusal(error)
  }
}
