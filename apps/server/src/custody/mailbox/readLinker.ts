import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { type Query, rows } from '../../platform/db/rows.js'
import { linkLife } from '../../platform/wallet/requireFresh.js'
import { isLinked } from './isLinked.js'
import type { MailboxContext } from './mailboxContext.js'

/** Whether a device may change the logins of a wallet, and what stands against it. */
export type Linker = 'yes' | 'no-wallet' | 'no-mailbox' | 'no-owner'

/**
 * Decides by recovery's own rows and those of the vault whether a device may change the logins of a wallet: it has just proven a mailbox or
 * an account that the wallet belongs to already, and where there is a passkey or a recovery code it has answered with that.
 *
 * A wallet without an automatic factor belongs to no mailbox; there only the owner's factor identifies the caller.
 */
export async function readLinker(
  { now }: Pick<MailboxContext, 'now'>,
  query: Query,
  { userId, deviceId }: { userId: string; deviceId: string },
): Promise<Linker> {
  const recent = (column: ReturnType<typeof sql>) => sql`${plusMs(column, linkLife)} > ${now()}`
  const [found] = await rows<{ isKnown: boolean; isProven: boolean; hasOwned: boolean; isOwned: boolean }>(
    query,
    sql`select o.user_id is not null as "isKnown",
        exists (select 1 from recovery.mail_codes c where c.device_id = ${deviceId} and c.kind in ('login', 'step-up')
          and ${recent(sql`c.proven_at`)}
          and (o.user_id is null or c.mailbox_index = o.mailbox_index or ${isLinked(sql`c.mailbox_index`, userId)})) as "isProven",
        exists (select 1 from vault.factors f where f.wallet_id = w.id and f.epoch = w.epoch
          and f.kind in ('passkey', 'code')) as "hasOwned",
        exists (select 1 from vault.proofs p where p.wallet_id = w.id and p.device_id = ${deviceId}
          and ${recent(sql`p.owned_at`)}) as "isOwned"
      from vault.wallets w left join recovery.owners o on o.user_id = w.user_id
      where w.user_id = ${userId} and w.state = 'active'`,
  )
  if (found === undefined) return 'no-wallet'
  const { isKnown, isProven, hasOwned, isOwned } = found
  if (!isProven) return 'no-mailbox'
  return isOwned || (isKnown && !hasOwned) ? 'yes' : 'no-owner'
}
