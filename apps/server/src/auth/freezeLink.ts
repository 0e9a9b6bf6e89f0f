import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import { hashToken, randomToken } from '../platform/secrets/randomId.js'
import type { AuthContext } from './authContext.js'
import { freezeWallet } from './freezeWallet.js'

/** How long a link that freezes a wallet works, in milliseconds. */
export const freezeLinkLife = 90 * 86_400_000

/** Creates the link of one mail that freezes the wallet of its address; it is the same where the address has no wallet. */
export async function makeFreezeLink(
  context: Pick<AuthContext, 'now' | 'origin'>,
  query: Query,
  emailIndex: string,
): Promise<string> {
  return `${context.origin}/freeze?token=${await makeFreezeToken(context, query, emailIndex)}`
}

/** Creates the token of such a link, for a mail that recovery writes. */
export async function makeFreezeToken(
  { now }: Pick<AuthContext, 'now'>,
  query: Query,
  emailIndex: string,
): Promise<string> {
  const token = randomToken()
  await query.execute(
    sql`insert into auth.freeze_links (token_hash, email_index, created_at) values (${hashToken(token)}, ${emailIndex}, ${now()})`,
  )
  return token
}

/** Freezes the wallet behind a link, once; does nothing without a wallet, and returns the same in both cases. */
export async function freezeByLink(context: AuthContext, token: string): Promise<void> {
  const { db, now, outbox } = context
  await db.query.transaction(async (query) => {
    const [link] = await rows<{ index: string }>(
      query,
      sql`delete from auth.freeze_links where token_hash = ${hashToken(token)} and ${plusMs(sql`created_at`, freezeLinkLife)} > ${now()}
        returning email_index as index`,
    )
    if (link === undefined) return
    // An address that can still undo a change can stop the wallet as well.
    const wallets = await rows<{ id: string; userId: string }>(
      query,
      sql`select id, user_id as "userId" from vault.wallets where state = 'active' and user_id in (
          select id from auth.users where email_index = ${link.index}
          union select user_id from auth.email_changes
            where old_index = ${link.index} and undone_at is null and undo_until > ${now()})`,
    )
    for (const { id: walletId, userId } of wallets)
      await freezeWallet(context, query, { walletId, userId, by: 'Somebody used the link in a mail from us.' })
  })
  outbox.poke()
}
