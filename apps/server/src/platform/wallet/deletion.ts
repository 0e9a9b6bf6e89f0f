import { type SQL, sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { toMs } from '../db/dbClock.js'
import { type Query, rows } from '../db/rows.js'
import { putNotice } from '../mail/putNotice.js'
import { hashToken } from '../secrets/randomId.js'

/** The condition under which an account is being deleted and nothing can be done with it any more. */
export function isEnding({ now }: Pick<WalletDeps, 'now'>, userId: SQL | string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from vault.deletions e where e.user_id = ${userId} and e.due_at <= ${now()})`
}

/** Whose deletion is meant: an account's, or that of the link in its mail. */
export type DeletionOf = { userId: string } | { token: string }

const where = (of: DeletionOf) =>
  'userId' in of ? sql`user_id = ${of.userId}` : sql`keep_hash = ${hashToken(of.token)}`

/** Tells when an account will be deleted, in milliseconds since 1970; nothing where that is not planned or has begun. */
export async function readDeletion(
  { db, now }: Pick<WalletDeps, 'db' | 'now'>,
  of: DeletionOf,
): Promise<number | undefined> {
  const [found] = await rows<{ dueAt: number }>(
    db.query,
    sql`select ${toMs(sql`due_at`)} as "dueAt" from vault.deletions where ${where(of)} and due_at > ${now()}`,
  )
  return found && Math.round(found.dueAt)
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

/** Keeps an account that was to be deleted, and has every address that is known for it told. Gives false when there was nothing to keep. */
export async function keepAccount({ db, now }: Pick<WalletDeps, 'db' | 'now'>, of: DeletionOf): Promise<boolean> {
  return db.query.transaction(async (query) => {
    const [found] = await rows<{ userId: string }>(
      query,
      sql`select user_id as "userId" from vault.deletions where ${where(of)}`,
    )
    if (found === undefined || !(await takeDeletionBack(query, { now }, of))) return false
    await putNotice(query, now, found.userId, {
      title: 'Your account stays',
      text: 'The deletion of your account was taken back. Nothing was deleted.',
    })
    return true
  })
}
