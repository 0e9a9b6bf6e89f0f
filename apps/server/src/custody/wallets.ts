import { createHash, timingSafeEqual } from 'node:crypto'
import type { NewFactor, WalletCreateRequest, WalletRotateRequest } from '@latchkey/protocol/internal/walletApi'
import { activationMac } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { requireTypedInside } from '../platform/wallet/requireFresh.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'
import { openEnvelope, sealEnvelope } from './envelope.js'
import { envelopeAad } from './halfBinding.js'
import { requireKnownMailbox } from './mailbox/requireKnownMailbox.js'
import { requireConfirmed, requireProof, requireThawedOrOwned } from './proofs.js'
import { insertFactors, readyFactors } from './writeFactors.js'

/** Names the encrypted seed of a wallet among its secrets. */
export function blobAad(userId: string, walletId: string, epoch: number) {
  return envelopeAad({ userId, walletId, factorId: '', kind: 'blob', epoch })
}

/**
 * Writes a new wallet; it counts for nothing until it was activated, and an unfinished one of the same person gives way.
 *
 * @throws WalletRefusal INVALID, CONFLICT, RATE_LIMITED.
 */
export async function createWallet(
  context: CustodyContext,
  principal: Principal,
  request: WalletCreateRequest,
): Promise<{ state: 'creating' }> {
  const { db, now, keys } = context
  const { userId } = principal
  const { walletId, epoch, factors, idempotencyKey } = request
  requireRecoverable(factors)
  if (factors.filter(({ kind }) => kind === 'device').length !== 1)
    throw new WalletRefusal('INVALID', 'A new wallet has a factor of its own device')
  await takeLimit(db.query, now, [{ key: `vault/create/${userId}`, max: 20, windowMs: 3_600_000 }])
  const ready = await readyFactors(context, principal, { walletId, epoch }, factors)
  const blob = await sealEnvelope(keys, Buffer.from(request.blob), blobAad(userId, walletId, epoch))
  const answer = { state: 'creating' as const }
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
  return db.query.transaction(async (query) => {
    const first = await rows(
      query,
      sql`insert into vault.answers (user_id, idempotency_key, request_hash, answer, created_at)
        values (${userId}, ${idempotencyKey}, ${requestHash}, ${JSON.stringify(answer)}::jsonb, ${now()})
        on conflict do nothing returning 1 as one`,
    )
    if (first.length === 0) {
      const [before] = await rows<{ hash: string; answer: typeof answer }>(
        query,
        sql`select request_hash as hash, answer from vault.answers where user_id = ${userId} and idempotency_key = ${idempotencyKey}`,
      )
      if (before?.hash === requestHash) return before.answer
      throw new WalletRefusal('CONFLICT', 'This key was used for another request')
    }
    // Else a wallet that is made in the moment of a deletion would outlive its account.
    const [deletion] = await rows<{ isDue: boolean }>(
      query,
      sql`select due_at <= ${now()} as "isDue" from vault.deletions where user_id = ${userId} for update`,
    )
    if (deletion?.isDue === true) throw new WalletRefusal('CONFLICT', 'This wallet is being deleted')
    await query.execute(
      sql`with old as (delete from vault.wallets where user_id = ${userId} and state = 'creating' returning id)
        delete from recovery.halves where wallet_id in (select id from old)`,
    )
    const made = await rows(
      query,
      sql`insert into vault.wallets (id, user_id, state, epoch, blob_envelope, addresses, created_at)
        values (${walletId}, ${userId}, 'creating', ${epoch}, ${blob}, ${JSON.stringify(request.addresses)}::jsonb, ${now()})
        on conflict do nothing returning 1 as one`,
    )
    if (made.length === 0) throw new WalletRefusal('CONFLICT', 'There is a wallet already')
    await insertFactors(context, query, principal, { walletId, epoch }, ready)
    return answer
  })
}

/**
 * Activates a wallet, once both halves of each factor have gone out again and the frame proved that it could read them.
 *
 * @throws WalletRefusal NOT_FOUND, PROOF_WRONG.
 */
export async function activateWallet(
  { db, now, keys }: CustodyContext,
  { userId }: Principal,
  walletId: string,
  proofs: readonly { factorId: string; challenge: string; mac: string }[],
): Promise<{ state: 'active' }> {
  const [wallet] = await rows<{ state: string; epoch: number; made: string }>(
    db.query,
    sql`select state, epoch, created_at::text as made from vault.wallets where id = ${walletId} and user_id = ${userId}`,
  )
  if (wallet === undefined) throw new WalletRefusal('NOT_FOUND', 'There is no such wallet')
  if (wallet.state === 'active') return { state: 'active' }
  const factors = await rows<{
    id: string
    kind: string
    envelope: string
    roundTrip: string | null
    recovered: boolean
  }>(
    db.query,
    sql`select f.id, f.kind, f.envelope, f.round_trip as "roundTrip",
        f.kind <> 'auto' or h.round_trip_at is not null as recovered
      from vault.factors f left join recovery.halves h on h.factor_id = f.id where f.wallet_id = ${walletId}`,
  )
  for (const { id: factorId, kind, envelope, roundTrip, recovered } of factors) {
    const proof = proofs.find((each) => each.factorId === factorId)
    const half = await openEnvelope(
      keys,
      envelope,
      envelopeAad({ userId, walletId, factorId, kind, epoch: wallet.epoch }),
    )
    const challenge = roundTrip ?? ''
    const mac = activationMac(half, { walletId, factorId, epoch: wallet.epoch, challenge })
    const isProven =
      recovered &&
      challenge !== '' &&
      proof?.challenge === challenge &&
      timingSafeEqual(mac, Buffer.from(proof.mac, 'base64url'))
    if (!isProven) throw new WalletRefusal('PROOF_WRONG', 'Not every half has come back')
  }
  const counted = await rows(
    db.query,
    sql`update vault.wallets set state = 'active', activated_at = coalesce(activated_at, ${now()}) 
      where id = ${walletId} and created_at::text = ${wallet.made} returning 1 as one`,
  )
  // It gave way to another one meanwhile; an address of it must never be shown.
  if (counted.length === 0) throw new WalletRefusal('NOT_FOUND', 'There is no such wallet')
  return { state: 'active' }
}

/**
 * Replaces the wallet key: a new epoch with a new blob and new factors, or nothing at all.
 *
 * @throws WalletRefusal PROOF_WRONG, STEP_UP_REQUIRED, FROZEN, INVALID, CONFLICT when another rotation came first.
 */
export async function rotateWallet(
  context: CustodyContext,
  principal: Principal,
  walletId: string,
  request: WalletRotateRequest,
): Promise<{ epoch: number }> {
  requireTypedInside(principal)
  await requireConfirmed(context, principal, walletId)
  await requireThawedOrOwned(context, principal, walletId)
  await requireProof(context, principal, walletId)
  requireRecoverable(request.factors)
  const { db, keys } = context
  const { userId } = principal
  const { epoch } = request
  if (request.factors.some(({ kind }) => kind === 'auto')) await requireKnownMailbox(context, userId)
  const ready = await readyFactors(context, principal, { walletId, epoch }, request.factors)
  const blob = await sealEnvelope(keys, Buffer.from(request.blob), blobAad(userId, walletId, epoch))
  await db.query.transaction(async (query) => {
    const moved = await rows(
      query,
      sql`update vault.wallets set epoch = ${epoch}, blob_envelope = ${blob}
        where id = ${walletId} and user_id = ${userId} and state = 'active' and epoch = ${epoch - 1} returning 1 as one`,
    )
    if (moved.length === 0) throw new WalletRefusal('CONFLICT', 'The wallet is at another epoch')
    const [operator] = await rows<{ due: string | null }>(
      query,
      sql`select delete_at::text as due from vault.factors where wallet_id = ${walletId} and kind = 'auto'`,
    )
    const auto = request.factors.find(({ kind }) => kind === 'auto')
    // Else a moment with the open wallet could cut its owner off from e-mail without the day of notice.
    if (operator && !auto) throw new WalletRefusal('CONFLICT', 'Restoring by e-mail goes only after its notice')
    await query.execute(sql`delete from vault.factors where wallet_id = ${walletId}`)
    await query.execute(sql`delete from recovery.halves where wallet_id = ${walletId}`)
    await insertFactors(context, query, principal, { walletId, epoch }, ready)
    if (auto && typeof operator?.due === 'string') {
      const due = sql`${operator.due}::timestamptz`
      await query.execute(sql`update vault.factors set delete_at = ${due} where id = ${auto.factorId}`)
      await query.execute(sql`update recovery.halves set delete_at = ${due} where factor_id = ${auto.factorId}`)
    }
    await context.notify(query, userId, {
      title: 'Your wallet key was replaced',
      text: `This was done from “${principal.deviceName}”. Browsers, passkeys and recovery codes from before no longer open it.`,
    })
  })
  await context.sendNotices()
  return { epoch }
}

function requireRecoverable(factors: readonly NewFactor[]): void {
  if (!factors.some(({ kind }) => kind !== 'device'))
    throw new WalletRefusal('INVALID', 'Without a factor besides the device a lost device would lose the wallet')
  if (factors.filter(({ kind }) => kind === 'auto').length > 1)
    throw new WalletRefusal('INVALID', 'A wallet has at most one automatic factor')
}
