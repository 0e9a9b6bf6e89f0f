import { sql } from 'drizzle-orm'
import { plusMs, toMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { hashToken, randomToken } from '../platform/secrets/randomId.js'
import type { Principal } from '../platform/wallet/authenticate.js'
import { requireThawed } from '../platform/wallet/requireFresh.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'
import { requireConfirmed, requireProof } from './proofs.js'
import { readStanding } from './readStanding.js'

const day = 86_400_000
/** How long a new browser waits where the operator has it wait, in milliseconds. */
export const restoreWait = day
/** How long it may open the wallet after that, in milliseconds; later it has to ask again. */
const restoreOpen = 7 * day

/** A browser that asks for a wallet by e-mail; times in milliseconds. */
export type RestoreEntry = { deviceId: string; name: string; askedAt: number; readyAt: number | null }

/**
 * Lets a new browser in that has waited or was approved. One that comes for the first time, or again after it was removed, is written
 * down, and every known address of the wallet is notified.
 *
 * @throws WalletRefusal FROZEN, RATE_LIMITED.
 */
export async function admitNewBrowser(context: CustodyContext, principal: Principal, walletId: string): Promise<void> {
  const { db, now, newDevice, schema } = context
  const { deviceId, deviceName, userId } = principal
  if (newDevice === 'at-once') return
  const [found] = await rows<{ readyAt: number | null; approved: boolean; stopped: boolean; late: boolean }>(
    db.query,
    sql`select ${toMs(sql`ready_at`)} as "readyAt", approved_at is not null as approved, stopped_at is not null as stopped,
        coalesce(greatest(ready_at, approved_at), asked_at) < ${plusMs(now(), -restoreOpen)}
          or asked_at < (select created_at from auth.devices where user_id = ${userId} and id = ${deviceId}) as late
      from vault.restores where wallet_id = ${walletId} and device_id = ${deviceId}`,
  )
  if (found?.stopped === true)
    throw new WalletRefusal('FROZEN', 'Another browser of this wallet, or a link in its mail, has stopped this one.')
  const isNew = found === undefined || found.late
  if (!isNew && (found.approved || (found.readyAt !== null && found.readyAt <= principal.now))) return
  if (isNew && schema === 'vault') {
    await takeLimit(db.query, now, [{ key: `vault/restore/${walletId}`, max: 10, windowMs: day }])
    const token = randomToken()
    const ready = newDevice === 'wait' ? plusMs(now(), restoreWait) : sql`null::timestamptz`
    await db.query.transaction(async (query) => {
      await query.execute(
        sql`insert into vault.restores (wallet_id, device_id, device_name, asked_at, ready_at, stop_hash)
          values (${walletId}, ${deviceId}, ${deviceName}, ${now()}, ${ready}, ${hashToken(token)})
          on conflict (wallet_id, device_id) do update set asked_at = excluded.asked_at, ready_at = excluded.ready_at,
            approved_at = null, stop_hash = excluded.stop_hash`,
      )
      const then =
        newDevice === 'wait'
          ? 'It gets the wallet in 24 hours, unless you stop it here or under Security in a browser that you already use.'
          : 'It gets the wallet only when you allow it under Security in a browser that you already use.'
      await context.notify(query, userId, {
        title: 'A new browser wants your wallet',
        text: `The browser “${deviceName}” signed in by e-mail and asks for your wallet. ${then}`,
        link: { label: 'Stop this browser', url: `${context.origin}/stop?token=${token}` },
      })
    })
    await context.sendNotices()
  }
  if (newDevice === 'approve')
    throw new WalletRefusal(
      'FROZEN',
      'This browser is new to your wallet. Allow it under Security in a browser that you already use, then sign in here again.',
    )
  const retryAfterMs = Math.max(
    1,
    Math.ceil((isNew ? principal.now + restoreWait : (found?.readyAt ?? 0)) - principal.now),
  )
  const hours = Math.ceil(retryAfterMs / 3_600_000)
  throw new WalletRefusal(
    'FROZEN',
    `This browser is new to your wallet. It can open it in ${hours} ${hours === 1 ? 'hour' : 'hours'}, unless that is stopped: we told you by mail how.`,
    { retryAfterMs },
  )
}

/** Lists the browsers that ask for the wallet, to those that have it. */
export async function listRestores(
  context: CustodyContext,
  principal: Principal,
): Promise<{ restores: RestoreEntry[] }> {
  const walletId = await ownWallet(context, principal)
  if (walletId === undefined) return { restores: [] }
  const { db, now } = context
  const restores = await rows<RestoreEntry>(
    db.query,
    sql`select device_id as "deviceId", device_name as name, ${toMs(sql`asked_at`)} as "askedAt", ${toMs(sql`ready_at`)} as "readyAt"
      from vault.restores where wallet_id = ${walletId} and approved_at is null and stopped_at is null
        and coalesce(ready_at, asked_at) > ${plusMs(now(), -restoreOpen)} order by asked_at`,
  )
  return { restores }
}

/** Permanently blocks a browser that is waiting for the wallet. */
export async function stopRestore(context: CustodyContext, principal: Principal, deviceId: string): Promise<void> {
  const walletId = await requireEnrolled(context, principal)
  const { db, now } = context
  const stopped = await rows(
    db.query,
    sql`update vault.restores set stopped_at = ${now()}, approved_at = null
      where wallet_id = ${walletId} and device_id = ${deviceId} and stopped_at is null returning 1 as one`,
  )
  if (stopped.length === 0) throw new WalletRefusal('NOT_FOUND', 'No such browser asks for this wallet')
}

/**
 * Admits a browser at once. The browser that allows it has held the wallet for a day at least, and has just opened it.
 *
 * @throws WalletRefusal PROOF_WRONG, STEP_UP_REQUIRED, FROZEN, NOT_FOUND.
 */
export async function approveRestore(context: CustodyContext, principal: Principal, deviceId: string): Promise<void> {
  const walletId = await requireEnrolled(context, principal)
  await requireProof(context, principal, walletId)
  await requireConfirmed(context, principal, walletId)
  requireThawed(principal)
  const { db, now } = context
  const approved = await rows(
    db.query,
    sql`update vault.restores set approved_at = ${now()}
      where wallet_id = ${walletId} and device_id = ${deviceId} and stopped_at is null returning 1 as one`,
  )
  if (approved.length === 0) throw new WalletRefusal('NOT_FOUND', 'No such browser asks for this wallet')
}

async function ownWallet(context: CustodyContext, principal: Principal): Promise<string | undefined> {
  const [wallet] = await rows<{ id: string }>(
    context.db.query,
    sql`select id from vault.wallets where user_id = ${principal.userId} and state = 'active'`,
  )
  const standing = wallet && (await readStanding(context, principal, wallet.id))
  return standing?.isEnrolled === true ? wallet?.id : undefined
}

async function requireEnrolled(context: CustodyContext, principal: Principal): Promise<string> {
  const walletId = await ownWallet(context, principal)
  if (walletId === undefined) throw new WalletRefusal('PROOF_WRONG', 'This browser does not have the wallet itself')
  return walletId
}
