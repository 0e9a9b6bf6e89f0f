import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { isLoopback } from '../../platform/http/clientIp.js'
import { hashToken, randomToken } from '../../platform/secrets/randomId.js'
import type { PasskeyStartRequest } from '../../platform/wallet/passkeyRequests.js'
import { takeLimit } from '../../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { networkIndex } from '../withSendLimits.js'

/** How long a person may take to make a passkey, in milliseconds. */
const challengeLife = 300_000

/**
 * Refuses a sign-up where the operator has passkeys open no session, or to a site that may not use this wallet.
 *
 * @throws WalletRefusal NOT_FOUND, ORIGIN_REFUSED.
 */
export function requirePasskeyLogin(
  context: Pick<AuthContext, 'hasPasskeyLogin' | 'isAllowedOrigin'>,
  { projectId, parentOrigin }: { projectId: string; parentOrigin: string },
): void {
  if (context.hasPasskeyLogin !== true)
    throw new WalletRefusal('NOT_FOUND', 'Signing in with a passkey is not set up on this server')
  if (!context.isAllowedOrigin(projectId, parentOrigin))
    throw new WalletRefusal('ORIGIN_REFUSED', 'This site may not use this wallet')
}

/**
 * Returns a challenge for one new passkey of one browser.
 *
 * @throws WalletRefusal NOT_FOUND, ORIGIN_REFUSED, RATE_LIMITED.
 */
export async function startPasskey(
  context: AuthContext,
  request: PasskeyStartRequest,
  ip: string,
): Promise<{ challenge: string }> {
  const { db, now } = context
  requirePasskeyLogin(context, request)
  const deviceId = deviceIdOf(request.devicePublicKey)
  await takeLimit(db.query, now, [
    { key: `passkey/device/${deviceId}`, max: 30, windowMs: 600_000 },
    ...(context.exemptLoopback && isLoopback(ip)
      ? []
      : [{ key: `passkey/net/${networkIndex(context, ip)}`, max: 60, windowMs: 3_600_000 }]),
  ])
  const challenge = randomToken()
  await db.query.execute(
    sql`insert into auth.passkey_challenges (hash, device_id, expires_at)
      values (${hashToken(challenge)}, ${deviceId}, ${plusMs(now(), challengeLife)})`,
  )
  return { challenge }
}
