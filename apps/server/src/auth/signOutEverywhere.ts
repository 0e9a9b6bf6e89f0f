import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { putNotice } from '../platform/mail/putNotice.js'
import type { AuthContext } from './authContext.js'

/** Revokes all sessions of an account, notifies its owner, and returns their number. */
export async function signOutEverywhere({ db, now }: Pick<AuthContext, 'db' | 'now'>, userId: string): Promise<number> {
  return db.query.transaction(async (query) => {
    const ended = await rows(
      query,
      sql`update auth.sessions set revoked_at = ${now()}
        where user_id = ${userId} and revoked_at is null and expires_at > ${now()} returning 1 as one`,
    )
    if (ended.length > 0)
      await putNotice(query, now, userId, {
        title: 'You were signed out everywhere',
        text: 'The operator of this wallet ended all its sessions. To use the wallet, sign in again.',
      })
    return ended.length
  })
}
