import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { CustodyContext } from '../custodyContext.js'

/**
 * Refuses a factor that a mailbox should open to a wallet without a mailbox.
 *
 * @throws WalletRefusal CONFLICT.
 */
export async function requireKnownMailbox({ db }: Pick<CustodyContext, 'db'>, userId: string): Promise<void> {
  const known = await rows(
    db.query,
    sql`select 1 from recovery.owners where user_id = ${userId} and mailbox_index is not null`,
  )
  if (known.length === 0)
    throw new WalletRefusal('CONFLICT', 'This wallet was made without restoring by e-mail and cannot get it later')
}
