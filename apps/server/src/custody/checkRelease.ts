import type { ReleaseRequest } from '@latchkey/protocol/walletApi'
import { releaseBytes } from '@latchkey/protocol/walletSigning'
import { isLoopback } from '../platform/clientIp.js'
import { networkOf } from '../platform/networkOf.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { requireStepUp, requireThawed, requireTypedInside } from '../platform/wallet/requireFresh.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { verifyDeviceSignature } from '../platform/wallet/verifyDeviceSignature.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import { spendChallenge } from './challenges.js'
import type { CustodyContext } from './custodyContext.js'
import { requireThawedAddress } from './proofs.js'

/**
 * What must hold before any half leaves: the site, the limits, a recent code, the challenge, and the device's signature over
 * all of it.
 *
 * @returns The bytes that were signed; the answer is sealed with them as associated data.
 */
export async function checkRelease(
  context: CustodyContext,
  principal: Principal,
  request: ReleaseRequest,
  { walletId, ip, isOwned = false }: { walletId: string; ip: string; isOwned?: boolean },
): Promise<Uint8Array> {
  const { db, now, schema } = context
  const { parentOrigin, purpose } = request
  if (parentOrigin !== principal.parentOrigin || !context.isAllowedOrigin(principal.projectId, parentOrigin))
    throw new WalletRefusal('ORIGIN_REFUSED', 'This site may not use this wallet')
  await takeLimit(db.query, now, [
    { key: `${schema}/release/minute/${walletId}`, max: 10, windowMs: 60_000 },
    { key: `${schema}/release/hour/${walletId}`, max: 60, windowMs: 3_600_000 },
    ...(context.exemptLoopback && isLoopback(ip)
      ? []
      : [
          {
            key: `${schema}/release/net/${context.box.index('network', networkOf(ip))}`,
            max: 300,
            windowMs: 3_600_000,
          },
        ]),
  ])
  if (principal.signingUntil <= principal.now)
    throw new WalletRefusal('STEP_UP_REQUIRED', 'Confirm with a new code first')
  if (purpose === 'export' || purpose === 'factor') {
    requireTypedInside(principal)
    requireStepUp(principal)
    // The answer of a passkey or a code, which is looked at next, ends the wait of a new device.
    if (isOwned) await requireThawedAddress(context, principal)
    else requireThawed(principal)
  }
  if (purpose === 'export')
    await takeLimit(db.query, now, [{ key: `${schema}/export/${walletId}`, max: 3, windowMs: 3_600_000 }])
  await spendChallenge(context, principal, request)
  const data = releaseBytes({ ...request, sessionId: principal.sessionId })
  if (!verifyDeviceSignature(principal.deviceKey, data, request.signature))
    throw new WalletRefusal('PROOF_WRONG', 'The device did not sign this')
  return data
}
