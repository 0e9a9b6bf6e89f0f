import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import { putNotice } from '../platform/mail/putNotice.js'
import { hashToken, randomId, randomToken } from '../platform/wallet/randomId.js'
import type { AuthContext } from './authContext.js'

/** How long a link that freezes a wallet works, in milliseconds. */
export const freezeLinkLife = 90 * 86_400_000

/** Makes the link of one mail that freezes the wallet of its address; it is the same where the address has no wallet. */
export async function makeFreezeLink(
  context: Pick<AuthContext, 'now' | 'origin'>,
  query: Query,
  emailIndex: string,
): Promise<string> {
  return `${context.origin}/freeze?token=${await makeFreezeToken(context, query, emailIndex)}`
}

/** Makes the token of such a link, for a mail that recovery writes. */
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

/** Freezes the wallet of the address behind a link, once; does nothing where there is none, and tells nobody which. */
export async function freezeByLink(context: AuthContext, token: string): Promise<void> {
  const { db, now, freezeLife, origin, outbox } = context
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
    for (const { id, userId } of wallets) {
      await query.execute(
        sql`insert into vault.freezes (id, wallet_id, frozen_at) values (${randomId()}, ${id}, ${now()})`,
      )
      await query.execute(
        sql`update vault.restores set stopped_at = ${now()} where wallet_id = ${id} and stopped_at is null`,
      )
      await query.execute(
        sql`update auth.sessions set signing_until = least(signing_until, ${now()}) where user_id = ${userId}`,
      )
      const hours = Math.round(freezeLife / 3_600_000)
      await putNotice(query, now, userId, {
        title: 'Your wallet is frozen',
        text: `Somebody used the link in a mail from us. No browser opens the wallet now, and its e-mail cannot be changed. With your passkey or your recovery code you end this at ${origin}/recover. A wallet that has neither opens again in ${hours} hours. Secure your mailbox before that.`,
      })
    }
  })
  outbox.poke()
}
