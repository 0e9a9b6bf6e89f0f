import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { askRecovery } from '../platform/wallet/mailAsk.js'
import type { WalletDeps } from '../walletDeps.js'
import { openEmail } from './emailIndex.js'

/** Tells recovery the addresses of wallets that were made before it kept mailboxes itself; of each it takes the first that it hears. */
export async function handOverAddresses({ db, box, now }: Pick<WalletDeps, 'db' | 'box' | 'now'>): Promise<void> {
  let last = ''
  for (;;) {
    const waiting = await rows<{ userId: string; index: string; sealed: string }>(
      db.query,
      sql`select u.id as "userId", u.email_index as index, u.email_box as sealed from recovery.owners o
          join auth.users u on u.id = o.user_id
        where o.mailbox_index is null and u.id > ${last} order by u.id limit 100`,
    )
    for (const { userId, index, sealed } of waiting) {
      await askRecovery(db.query, now, { ask: 'owner', userId, email: openEmail(box, sealed, index) })
      last = userId
    }
    if (waiting.length === 0) return
  }
}
