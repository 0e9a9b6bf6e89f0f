import { sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import type { Query } from '../db/rows.js'
import { randomId } from '../secrets/randomId.js'

/** What the owner of a wallet is told by mail, with something to do about it if there is. */
export type Notice = { title: string; text: string; link?: { label: string; url: string } }

/** Writes down what an owner has to be told, in the transaction of what has happened; the role `auth` knows the address and sends it. */
export async function putNotice(
  query: Query,
  now: WalletDeps['now'],
  userId: string,
  { title, text, link }: Notice,
): Promise<void> {
  await query.execute(
    sql`insert into auth.notices (id, user_id, title, body, link_label, link_url, created_at)
      values (${randomId()}, ${userId}, ${title}, ${text}, ${link?.label ?? null}, ${link?.url ?? null}, ${now()})`,
  )
}
