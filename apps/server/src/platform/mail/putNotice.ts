import { sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import type { Query } from '../db/rows.js'
import { randomId } from '../secrets/randomId.js'

/** A notice to the owner of a wallet, with an optional action. */
export type Notice = { title: string; text: string; link?: { label: string; url: string } }

/** Queues a notice to an owner in the transaction of the event; the role `auth` knows the address and sends it. */
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
