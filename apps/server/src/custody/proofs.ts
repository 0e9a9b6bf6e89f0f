import type { FactorKind } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { requireThawed, stepUpLife } from '../platform/wallet/requireFresh.js'
import { requireUnfrozen } from '../platform/wallet/requireUnfrozen.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'
import { endOldFreezes } from './freezes.js'
import { requireMailbox } from './mailbox/requireMailbox.js'

/** Returns whether a factor is something that its owner alone has: no mailbox and no operator can answer for it. */
export function isOwned(kind: FactorKind): boolean {
  return kind === 'passkey' || kind === 'code'
}

/** Writes down that a session has just had a half of its wallet released. */
export async function noteProof(
  { db, now }: CustodyContext,
  { sessionId, deviceId }: Principal,
  { walletId, kind }: { walletId: string; kind: FactorKind },
): Promise<void> {
  const owned = isOwned(kind) ? now() : sql`null::timestamptz`
  await db.query.execute(
    sql`insert into vault.proofs (session_id, device_id, wallet_id, proven_at, owned_at)
        values (${sessionId}, ${deviceId}, ${walletId}, ${now()}, ${owned})
      on conflict (session_id) do update set device_id = excluded.device_id, wallet_id = excluded.wallet_id,
        proven_at = excluded.proven_at,
        owned_at = coalesce(excluded.owned_at,
          case when (proofs.wallet_id, proofs.device_id) = (excluded.wallet_id, excluded.device_id) then proofs.owned_at end)`,
  )
}

/**
 * Refuses to change what opens a wallet while it is frozen, and to a session that has not opened it in the last five minutes. Without
 * this, the holder of the mailbox alone could replace every factor by ones that open nothing.
 *
 * @throws WalletRefusal WALLET_FROZEN, PROOF_WRONG.
 */
export async function requireProof(context: CustodyContext, principal: Principal, walletId: string): Promise<void> {
  const { db, now } = context
  const { sessionId, deviceId } = principal
  // What was opened before the freeze must not add what ends it.
  await requireUnfrozen(context, principal)
  // Else a factor that is added now would make a freeze last whose time is over.
  await endOldFreezes(context)
  const found = await rows(
    db.query,
    sql`select 1 from vault.proofs
      where session_id = ${sessionId} and device_id = ${deviceId} and wallet_id = ${walletId} and ${plusMs(sql`proven_at`, stepUpLife)} > ${now()}`,
  )
  if (found.length === 0) throw new WalletRefusal('PROOF_WRONG', 'Open the wallet with one of its factors first')
}

/**
 * Requires a confirmation in the last five minutes: a code from the mailbox or, in a session that one of them opened, a passkey or
 * a recovery code.
 *
 * @throws WalletRefusal STEP_UP_REQUIRED, OWNER_REQUIRED.
 */
export async function requireConfirmed(context: CustodyContext, principal: Principal, walletId: string): Promise<void> {
  if (principal.openedBy === 'mail' || principal.now - principal.otpAt <= stepUpLife)
    return requireMailbox(context, principal)
  if (!(await hasAnswered(context, principal, walletId)))
    throw new WalletRefusal('OWNER_REQUIRED', 'Use your passkey or your recovery code first')
}

/** Returns whether a passkey or a recovery code has answered in this session in the last five minutes. */
export async function hasAnswered(
  { db, now }: CustodyContext,
  principal: Principal,
  walletId: string,
): Promise<boolean> {
  const found = await rows(
    db.query,
    sql`select 1 from vault.proofs
      where session_id = ${principal.sessionId} and device_id = ${principal.deviceId} and wallet_id = ${walletId}
        and ${plusMs(sql`owned_at`, stepUpLife)} > ${now()}`,
  )
  return found.length > 0
}

/**
 * Refuses what is grave while a device or an address is new. A passkey or a recovery code that answered in the last five minutes
 * ends the wait of a device, since only the owner has it; the wait after a new address stays.
 *
 * @throws WalletRefusal FROZEN.
 */
export async function requireThawedOrOwned(
  context: CustodyContext,
  principal: Principal,
  walletId: string,
): Promise<void> {
  if (principal.frozenUntil <= principal.now) return
  if (!(await hasAnswered(context, principal, walletId))) requireThawed(principal)
  await requireThawedAddress(context, principal)
}

/**
 * Refuses what is grave while the address of an account is new.
 *
 * @throws WalletRefusal FROZEN.
 */
export async function requireThawedAddress({ db }: CustodyContext, principal: Principal): Promise<void> {
  const [user] = await rows<{ frozenUntil: number | null }>(
    db.query,
    sql`select ${toMs(sql`frozen_until`)} as "frozenUntil" from auth.users where id = ${principal.userId}`,
  )
  requireThawed({ ...principal, frozenUntil: user?.frozenUntil ?? 0 })
}
