import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { rows } from '../../platform/db/rows.js'
import { isLoopback } from '../../platform/http/clientIp.js'
import { hashToken, randomId } from '../../platform/secrets/randomId.js'
import { type LoginName, labelOf } from '../../platform/social/loginName.js'
import type { FarcasterStartRequest } from '../../platform/social/socialRequests.js'
import { takeLimit } from '../../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from '../authContext.js'
import { networkIndex } from '../withSendLimits.js'

/** A sign-in that may begin. */
export type PreparedLogin = {
  id: string
  deviceId: string
  /** Keeps it: what the answer is recognised by, as a hash, and a secret of the server's. */
  write(kept: { token: string; secret: string; life: number }): Promise<void>
}

/**
 * Sees whether a site and a browser may begin a sign-in at a provider now.
 *
 * @param bound - The session that it belongs to, and what for; nothing where it opens one.
 * @throws WalletRefusal ORIGIN_REFUSED, NOT_FOUND for a provider that is not set up, RATE_LIMITED.
 */
export async function prepareLogin(
  context: AuthContext,
  provider: LoginName,
  request: FarcasterStartRequest,
  asker: Asker,
  bound?: { purpose: 'link' | 'step-up'; sessionId: string },
): Promise<PreparedLogin> {
  const { db, now, box, socials } = context
  const { projectId, parentOrigin, devicePublicKey, deviceName, returnUri } = request
  // What belongs to a session leads back to the wallet's own page.
  if (bound === undefined && !context.isAllowedOrigin(projectId, parentOrigin))
    throw new WalletRefusal('ORIGIN_REFUSED', 'This site may not use this wallet')
  if (socials?.has(provider) !== true)
    throw new WalletRefusal('NOT_FOUND', `${labelOf(provider)} is not set up on this server`)
  const back = returnUri === undefined ? undefined : new URL(returnUri)
  if (back) back.hash = ''
  // What comes of the sign-in goes to the site that began it and to no other.
  if (back && back.origin !== parentOrigin)
    throw new WalletRefusal('ORIGIN_REFUSED', 'A sign-in leads back to the site that began it')
  const deviceId = deviceIdOf(devicePublicKey)
  await takeLimit(db.query, now, [
    { key: `social/device/${deviceId}`, max: 30, windowMs: 600_000 },
    ...(context.exemptLoopback && isLoopback(asker.ip)
      ? []
      : [{ key: `social/net/${networkIndex(context, asker.ip)}`, max: 120, windowMs: 600_000 }]),
  ])
  const id = randomId()
  return {
    id,
    deviceId,
    async write({ token, secret, life }) {
      const [written] = await rows<{ id: string }>(
        db.query,
        sql`insert into auth.social_logins (id, provider, state_hash, verifier_box, project_id, parent_origin, device_id, device_key,
            device_name, browser, place, return_box, created_at, expires_at, purpose, session_id)
          values (${id}, ${provider}, ${hashToken(token)}, ${box.seal(secret, `social/${id}`)}, ${projectId},
            ${parentOrigin}, ${deviceId}, ${JSON.stringify(devicePublicKey)}::jsonb, ${deviceName}, ${asker.browser},
            ${context.placeOf(asker.ip)}, ${back === undefined ? null : box.seal(back.href, `social/${id}/return`)}, ${now()}, ${plusMs(now(), life)},
            ${bound?.purpose ?? 'sign-in'}, ${bound?.sessionId ?? null})
          on conflict (state_hash) do nothing returning id`,
      )
      // The token of another sign-in, which only a provider that makes them itself can give.
      if (written === undefined)
        throw new WalletRefusal('PROOF_WRONG', `${labelOf(provider)} did not confirm who you are. Try again.`)
    },
  }
}
