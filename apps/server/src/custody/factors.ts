import type { FactorKind, NewFactor } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { requireTypedInside } from '../platform/wallet/requireFresh.js'
import { readFreeze } from '../platform/wallet/requireUnfrozen.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'
import { locatorIndex } from './findByCode.js'
import { requireKnownMailbox } from './mailbox/requireKnownMailbox.js'
import { requireConfirmed, requireProof, requireThawedOrOwned } from './proofs.js'
import { insertFactors, readyFactors } from './writeFactors.js'

/** How long before the automatic factor is deleted its owner is notified, in milliseconds. */
export const autoNotice = 86_400_000

const words: { readonly [kind in FactorKind]: string } = {
  device: 'a browser',
  auto: 'restoring by e-mail',
  passkey: 'a passkey',
  code: 'a recovery code',
}

/** A factor as its owner sees it; times in milliseconds. */
export type FactorEntry = {
  factorId: string
  kind: FactorKind
  name?: string
  createdAt: number
  deleteAt: number | null
  passkey?: { credentialId: string; publicKey: DevicePublicKey }
  usedAt?: number
}

/** Lists what can open a wallet. */
export async function listFactors(
  context: CustodyContext,
  { userId }: Principal,
): Promise<{ walletId: string | null; epoch: number; factors: FactorEntry[]; frozenForMs?: number | null }> {
  const { db, now } = context
  const [wallet] = await rows<{ id: string; epoch: number }>(
    db.query,
    sql`select id, epoch from vault.wallets where user_id = ${userId} and state = 'active'`,
  )
  if (wallet === undefined) return { walletId: null, epoch: 0, factors: [] }
  type Row = Pick<FactorEntry, 'factorId' | 'kind' | 'createdAt' | 'deleteAt'> & {
    name: string | null
    passkey: FactorEntry['passkey'] | null
    usedAt: number | null
  }
  const found = await rows<Row>(
    db.query,
    sql`select id as "factorId", kind, name, passkey, ${toMs(sql`created_at`)} as "createdAt",
        ${toMs(sql`delete_at`)} as "deleteAt", ${toMs(sql`used_at`)} as "usedAt"
      from vault.factors where wallet_id = ${wallet.id} and (delete_at is null or delete_at > ${now()}) order by created_at, id`,
  )
  const factors = found.map(({ name, passkey, usedAt, ...factor }) => ({
    ...factor,
    ...(name === null ? {} : { name }),
    ...(passkey === null || passkey === undefined ? {} : { passkey }),
    ...(usedAt === null ? {} : { usedAt }),
  }))
  const frozenForMs = await readFreeze(context, { userId })
  return { walletId: wallet.id, epoch: wallet.epoch, factors, ...(frozenForMs === undefined ? {} : { frozenForMs }) }
}

/**
 * Adds a factor to an active wallet, in the place of another one of its kind if one is named. A device that was just recovered
 * may add itself while it is on probation.
 *
 * @throws WalletRefusal STEP_UP_REQUIRED, FROZEN, TYPED_OUTSIDE, PROOF_WRONG, INVALID, CONFLICT, RATE_LIMITED.
 */
export async function addFactor(
  context: CustodyContext,
  principal: Principal,
  request: { walletId: string; epoch: number; factor: NewFactor; replaces?: string | undefined },
): Promise<{ factorId: string }> {
  const { db, now } = context
  const { walletId, epoch, factor, replaces } = request
  await requireConfirmed(context, principal, walletId)
  if (factor.kind !== 'device') {
    requireTypedInside(principal)
    await requireThawedOrOwned(context, principal, walletId)
  }
  await requireProof(context, principal, walletId)
  if (factor.kind === 'auto') await requireKnownMailbox(context, principal.userId)
  await takeLimit(db.query, now, [{ key: `vault/factor/${walletId}`, max: 10, windowMs: 3_600_000 }])
  const [ready] = await readyFactors(context, principal, { walletId, epoch }, [factor])
  await db.query.transaction(async (query) => {
    const locked = await rows(
      query,
      sql`select 1 from vault.wallets where id = ${walletId} and user_id = ${principal.userId} and state = 'active' and epoch = ${epoch} for update`,
    )
    if (locked.length === 0 || ready === undefined)
      throw new WalletRefusal('CONFLICT', 'The wallet is at another epoch')
    if (factor.kind === 'device') {
      const own = sql`wallet_id = ${walletId} and device_id = ${principal.deviceId}`
      await query.execute(sql`delete from vault.factors where kind = 'device' and ${own}`)
      // It has what it asked for.
      await query.execute(sql`delete from vault.restores where ${own}`)
    }
    if (replaces !== undefined) {
      const gone = await rows(
        query,
        sql`delete from vault.factors where id = ${replaces} and wallet_id = ${walletId} and kind = ${factor.kind}
          and kind in ('passkey', 'code') returning 1 as one`,
      )
      if (gone.length === 0) throw new WalletRefusal('CONFLICT', 'What should be replaced is not there')
    }
    const found = factor.locator === undefined ? null : locatorIndex(context.box, factor.locator)
    const taken = await rows(
      query,
      sql`select 1 from vault.factors where id = ${factor.factorId} or locator_mac = ${found} or (wallet_id = ${walletId} and kind = 'auto' and ${factor.kind} = 'auto')`,
    )
    if (taken.length > 0) throw new WalletRefusal('CONFLICT', 'There is such a factor already')
    await insertFactors(context, query, principal, { walletId, epoch }, [ready])
    await context.notify(query, principal.userId, {
      title: 'Something new opens your wallet',
      text: `From “${principal.deviceName}” ${words[factor.kind]} was added${replaces === undefined ? '' : ' in the place of the old one'}.`,
    })
  })
  await context.sendNotices()
  return { factorId: factor.factorId }
}

/** Removes a factor: the automatic one after a day's notice, any other at once. One way back besides devices always stays. */
export async function deleteFactor(
  context: CustodyContext,
  principal: Principal,
  factorId: string,
): Promise<{ deleteAt: number }> {
  const { db, now } = context
  const { userId } = principal
  requireTypedInside(principal)
  await requireOwnWallet(context, principal)
  const deleteAt = await db.query.transaction(async (query) => {
    const [wallet] = await rows<{ id: string }>(
      query,
      sql`select id from vault.wallets where user_id = ${userId} and state = 'active' for update`,
    )
    const factors = await rows<{ id: string; kind: FactorKind; deleteAt: number | null }>(
      query,
      sql`select id, kind, ${toMs(sql`delete_at`)} as "deleteAt" from vault.factors where wallet_id = ${wallet?.id ?? ''}`,
    )
    const factor = factors.find(({ id }) => id === factorId)
    if (factor === undefined) throw new WalletRefusal('NOT_FOUND', 'There is no such factor')
    const staying = factors.filter((each) => each.id !== factorId && each.kind !== 'device' && each.deleteAt === null)
    if (factor.kind !== 'device' && staying.length === 0)
      throw new WalletRefusal('CONFLICT', 'Add a passkey or a recovery code first: this is the last way back')
    const when = factor.kind === 'auto' ? 'will be removed in 24 hours' : 'was removed'
    await context.notify(query, userId, {
      title: `A way to open your wallet ${factor.kind === 'auto' ? 'will be' : 'was'} removed`,
      text: `From “${principal.deviceName}”: ${words[factor.kind]} ${when}.`,
    })
    if (factor.kind !== 'auto') {
      await query.execute(sql`delete from vault.factors where id = ${factorId}`)
      return principal.now
    }
    if (factor.deleteAt !== null) return factor.deleteAt
    const due = plusMs(now(), autoNotice)
    const [row] = await rows<{ deleteAt: number }>(
      query,
      sql`update vault.factors set delete_at = ${due} where id = ${factorId} returning ${toMs(sql`delete_at`)} as "deleteAt"`,
    )
    await query.execute(sql`update recovery.halves set delete_at = ${due} where factor_id = ${factorId}`)
    return row?.deleteAt ?? 0
  })
  await context.sendNotices()
  return { deleteAt: Math.round(deleteAt) }
}

/** Takes back that the automatic factor goes, as long as it is there. */
export async function keepFactor(context: CustodyContext, principal: Principal, factorId: string): Promise<void> {
  const { db, now } = context
  requireTypedInside(principal)
  const walletId = await requireOwnWallet(context, principal)
  await db.query.transaction(async (query) => {
    const kept = await rows(
      query,
      sql`update vault.factors set delete_at = null
        where id = ${factorId} and wallet_id = ${walletId} and kind = 'auto' and delete_at > ${now()} returning 1 as one`,
    )
    if (kept.length === 0) throw new WalletRefusal('NOT_FOUND', 'There is no such factor')
    await query.execute(sql`update recovery.halves set delete_at = null where factor_id = ${factorId}`)
    await context.notify(query, principal.userId, {
      title: 'A way to open your wallet stays',
      text: `From “${principal.deviceName}”: ${words.auto} will not be removed.`,
    })
  })
  await context.sendNotices()
}

/** What changes the ways into a wallet needs a session that opened it itself, on a device that is not on probation. */
async function requireOwnWallet(context: CustodyContext, principal: Principal): Promise<string> {
  const [wallet] = await rows<{ id: string }>(
    context.db.query,
    sql`select id from vault.wallets where user_id = ${principal.userId} and state = 'active'`,
  )
  if (wallet === undefined) throw new WalletRefusal('NOT_FOUND', 'There is no wallet yet')
  await requireConfirmed(context, principal, wallet.id)
  await requireThawedOrOwned(context, principal, wallet.id)
  await requireProof(context, principal, wallet.id)
  return wallet.id
}
