import type { FactorKind, ReleaseRequest } from '@latchkey/protocol/internal/walletApi'
import { releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import { isLoopback } from '../platform/http/clientIp.js'
import { networkOf } from '../platform/limits/networkOf.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { requireThawed, requireTypedInside } from '../platform/wallet/requireFresh.js'
import { requireUnfrozen } from '../platform/wallet/requireUnfrozen.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { verifyDeviceSignature } from '../platform/wallet/verifyDeviceSignature.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import { spendChallenge } from './challenges.js'
import type { CustodyContext } from './custodyContext.js'
import { requireMailbox } from './mailbox/requireMailbox.js'
import { isOwned, requireThawedAddress } from './proofs.js'
import { readStanding } from './readStanding.js'
import { type ReleaseCondition, releasePolicy } from './releasePolicy.js'
import { admitNewBrowser } from './restores.js'

/**
 * Checks a release: the site, the limits, the policy for this kind of factor and purpose, the challenge, and the device's signature
 * over all of it.
 *
 * @param answer - Checks what the passkey or the recovery code said; only the vault can.
 * @returns The bytes that were signed; the answer is sealed with them as associated data.
 */
export async function checkRelease(
  context: CustodyContext,
  principal: Principal,
  request: ReleaseRequest,
  { walletId, kind, ip, answer }: { walletId: string; kind: FactorKind; ip: string; answer?: () => Promise<void> },
): Promise<Uint8Array> {
  const { db, now, schema } = context
  const { parentOrigin, purpose } = request
  if (parentOrigin !== principal.parentOrigin || !context.isAllowedOrigin(principal.projectId, parentOrigin))
    throw new WalletRefusal('ORIGIN_REFUSED', 'This site may not use this wallet')
  const device = `${walletId}/${principal.deviceId}`
  await takeLimit(db.query, now, [
    // Per browser: a new one must not use up the owner's limit.
    { key: `${schema}/release/minute/${device}`, max: 10, windowMs: 60_000 },
    { key: `${schema}/release/hour/${device}`, max: 60, windowMs: 3_600_000 },
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
  const standing = await readStanding(context, principal, walletId)
  if (standing === undefined) throw new WalletRefusal('NOT_FOUND', 'There is no such wallet')
  if (standing.isCreating !== (purpose === 'sign-up-roundtrip'))
    throw new WalletRefusal('CONFLICT', 'The wallet is not in the state for this')
  const { isEnrolled, hasOwned, hasPasskey } = standing
  // The answer is looked at last, after the challenge that it answers was spent.
  const checks: { readonly [condition in Exclude<ReleaseCondition, 'answer'>]: () => void | Promise<void> } = {
    unfrozen: () => requireUnfrozen(context, principal),
    signing() {
      if (principal.signingUntil <= principal.now)
        throw new WalletRefusal('STEP_UP_REQUIRED', 'Confirm with a new code first')
    },
    code() {
      // What the recovery code or a passkey opened asks for one of them again, and for no mailbox.
      if (principal.openedBy === 'mail' || !isOwned(kind)) return requireMailbox(context, principal, { kind, purpose })
    },
    inside: () => requireTypedInside(principal),
    known: () => requireThawed(principal),
    address: () => requireThawedAddress(context, principal),
    'no-passkey'() {
      if (hasPasskey)
        throw new WalletRefusal('OWNER_REQUIRED', 'This wallet has a passkey: use it, or the recovery code')
    },
    enrolled() {
      if (!isEnrolled) throw new WalletRefusal('PROOF_WRONG', 'Only the browser that makes the wallet can do this')
    },
    owner() {
      if (hasOwned && !isEnrolled)
        throw new WalletRefusal('OWNER_REQUIRED', 'This wallet opens here only by its passkey or its recovery code')
    },
    'new-browser': () => (isEnrolled ? undefined : admitNewBrowser(context, principal, walletId)),
  }
  const conditions = releasePolicy[kind][purpose]
  for (const condition of conditions) if (condition !== 'answer') await checks[condition]()
  if (purpose === 'export')
    await takeLimit(db.query, now, [{ key: `${schema}/export/${device}`, max: 3, windowMs: 3_600_000 }])
  await spendChallenge(context, principal, request)
  const data = releaseBytes({ ...request, sessionId: principal.sessionId })
  if (!verifyDeviceSignature(principal.deviceKey, data, request.signature))
    throw new WalletRefusal('PROOF_WRONG', 'The device did not sign this')
  if (conditions.includes('answer')) {
    if (answer === undefined) throw new WalletRefusal('PROOF_WRONG', 'Nothing can answer for this factor here')
    await answer()
  }
  return data
}
