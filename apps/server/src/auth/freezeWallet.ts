import { sql } from 'drizzle-orm'
import type { Query } from '../platform/db/rows.js'
import { putNotice } from '../platform/mail/putNotice.js'
import { randomId } from '../platform/secrets/randomId.js'
import { takeDeletionBack } from '../platform/wallet/deletion.js'
import type { AuthContext } from './authContext.js'

/**
 * Freezes one wallet within a transaction: a freeze that only the vault ends, browsers that wait for the wallet are stopped, a
 * planned deletion is cancelled, and the owner is notified by mail.
 *
 * @param by - The sentence of the mail that says who did it.
 */
export async function freezeWallet(
  { now, freezeLife, origin }: Pick<AuthContext, 'now' | 'freezeLife' | 'origin'>,
  query: Query,
  { walletId, userId, by }: { walletId: string; userId: string; by: string },
): Promise<void> {
  await query.execute(
    sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${randomId()}, ${walletId}, ${now()})`,
  )
  await query.execute(
    sql`update vault.restores set stopped_at = ${now()} where wallet_id = ${walletId} and stopped_at is null`,
  )
  // A freeze means that something is wrong: nothing is deleted meanwhile.
  const isKept = await takeDeletionBack(query, { now }, { userId })
  await query.execute(
    sql`update auth.sessions set signing_until = least(signing_until, ${now()}) where user_id = ${userId}`,
  )
  const hours = Math.round(freezeLife / 3_600_000)
  await putNotice(query, now, userId, {
    title: 'Your wallet is frozen',
    text: `${by} No browser opens the wallet now, and its e-mail cannot be changed. You can end this with your passkey or your recovery code at ${origin}/recover. A wallet that has neither opens again in ${hours} hours: secure your mailbox before then.${isKept ? ' It was to be deleted: that was taken back.' : ''}`,
  })
}
