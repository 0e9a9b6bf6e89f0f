import { type SQL, sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { toMs } from '../db/dbClock.js'
import { type Query, rows } from '../db/rows.js'
import { putNotice } from '../mail/putNotice.js'
import { hashToken } from '../secrets/randomId.js'

/** The condition under which a user is being deleted and nothing can be done with it any more. */
export function isEnding({ now }: Pick<WalletDeps, 'now'>, userId: SQL | string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from vault.deletions e where e.user_id = ${userId} and e.due_at <= ${now()})`
}

/** The deletion: by user, or by the link in its mail. */
export type DeletionOf = { userId: string } | { token: string }

const where = (of: DeletionOf) =>
  'userId' in of ? sql`user_id = ${of.userId}` : sql`keep_hash = ${hashToken(of.token)}`

/** How mails and pages name what a user has: a wallet, or without one only their data. */
export type Held = 'wallet' | 'data'

/** Returns what a user has; a sign-up that was left is no wallet. */
export async function readHeld(query: Query, userId: string): Promise<Held> {
  const found = await rows(query, sql`select 1 from vault.wallets where user_id = ${userId} and state = 'active'`)
  return found.length > 0 ? 'wallet' : 'data'
}

/** Returns when a user will be deleted, in milliseconds since 1970, and what goes; nothing where that is not planned or has begun. */
export async function readDeletion(
  { db, now }: Pick<WalletDeps, 'db' | 'now'>,
  of: DeletionOf,
): Promise<{ dueAt: number; held: Held } | undefined> {
  const [found] = await rows<{ userId: string; dueAt: number }>(
    db.query,
    sql`select user_id as "userId", ${toMs(sql`due_at`)} as "dueAt" from vault.deletions
      where ${where(of)} and due_at > ${now()}`,
  )
  return found && { dueAt: Math.round(found.dueAt), held: await readHeld(db.query, found.userId) }
}

/** Takes a deletion back within a transaction, as long as it has not begun. Gives false when there was none. */
export async function takeDeletionBack(
  query: Query,
  { now }: Pick<WalletDeps, 'now'>,
  of: DeletionOf,
): Promise<boolean> {
  const kept = await rows(
    query,
    sql`delete from vault.deletions where ${where(of)} and due_at > ${now()} and shredded_at is null returning 1 as one`,
  )
  return kept.length > 0
}

/** Cancels the deletion of a user, and notifies every known address. Returns the user; undefined without a planned deletion. */
export async function keepUser({ db, now }: Pick<WalletDeps, 'db' | 'now'>, of: DeletionOf): Promise<Held | undefined> {
  return db.query.transaction(async (query) => {
    const [found] = await rows<{ userId: string }>(
      query,
      sql`select user_id as "userId" from vault.deletions where ${where(of)}`,
    )
    if (found === undefined || !(await takeDeletionBack(query, { now }, of))) return undefined
    const held = await readHeld(query, found.userId)
    await putNotice(query, now, found.userId, {
      title: `Your ${held} stays`,
      text: `The deletion of your ${held} was taken back. Nothing was deleted.`,
    })
    return held
  })
}
