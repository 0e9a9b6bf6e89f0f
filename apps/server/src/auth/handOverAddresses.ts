import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { askRecovery } from '../platform/wallet/mailAsk.js'
import type { WalletDeps } from '../walletDeps.js'
import { openAddresses, type SealedAddress } from './openAddresses.js'

/** Sends recovery the addresses of wallets that were made before it kept mailboxes itself; of each it takes the first that it hears. */
export async function handOverAddresses(context: Pick<WalletDeps, 'db' | 'box' | 'log' | 'now'>): Promise<void> {
  const { db, now } = context
  let last = ''
  for (;;) {
    const waiting = await rows<SealedAddress & { userId: string }>(
      db.query,
      sql`select u.id as "userId", u.email_index as index, u.email_box as sealed from recovery.owners o
          join auth.users u on u.id = o.user_id
        where o.mailbox_index is null and u.id > ${last} order by u.id limit 100`,
    )
    for (const { userId, ...address } of waiting) {
      for (const { email } of openAddresses(context, [address]))
        await askRecovery(db.query, now, { ask: 'owner', userId, email })
      last = userId
    }
    if (waiting.length === 0) return
  }
}
