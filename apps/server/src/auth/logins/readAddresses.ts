import { type SQL, sql } from 'drizzle-orm'
import { type Query, rows } from '../../platform/db/rows.js'
import type { SocialProfile } from '../../platform/social/oauthProviders.js'
import type { WalletDeps } from '../../walletDeps.js'
import { openAddresses, type SealedAddress } from '../openAddresses.js'
import { isCounted } from './isCounted.js'
import { verifiedAddress } from './verifiedAddress.js'

/**
 * Reads every address that gets the notices of a wallet: the owner's, those that can still undo a change, and those of accounts that
 * sign in to it and that their providers have checked.
 *
 * @param counts - Which accounts `a` are looked at; those that sign in unless it says otherwise.
 * @returns Each address once, with the index that a link to freeze the wallet is made for; and whether there are addresses that could
 * not be opened while none could.
 */
export async function readAddresses(
  context: Pick<WalletDeps, 'box' | 'log' | 'now'>,
  query: Query,
  userId: string,
  counts: SQL = isCounted,
): Promise<{ addresses: { index: string; email: string }[]; isShut: boolean }> {
  const { box, log, now } = context
  const known = await rows<SealedAddress>(
    query,
    sql`select email_index as index, email_box as sealed from auth.users where id = ${userId}
      union select old_index, old_box from auth.email_changes
        where user_id = ${userId} and undone_at is null and undo_until > ${now()}`,
  )
  const opened = openAddresses(context, known)
  // Of a linked account: a link in its mail freezes the wallet under the user's own index.
  const accounts = await rows<{ index: string; sealed: string; own: string }>(
    query,
    sql`select a.subject_index as index, a.box as sealed, u.email_index as own
      from auth.social_accounts a join auth.users u on u.id = a.user_id
      where a.user_id = ${userId} and a.email_index is not null and ${counts} order by a.created_at`,
  )
  const linked = accounts.flatMap(({ index, sealed, own }) => {
    try {
      const profile = JSON.parse(box.open(sealed, `social/${index}`)) as SocialProfile
      return [{ index: own, email: verifiedAddress(profile) }]
    } catch {
      log.error('A social account cannot be opened: see LATCHKEY_AUTH_KEYS')
      return []
    }
  })
  const addresses = new Map<string, { index: string; email: string }>()
  // A social account may come without an address: there is nowhere to write to.
  for (const address of [...opened, ...linked])
    if (address.email !== '' && !addresses.has(address.email)) addresses.set(address.email, address)
  return { addresses: [...addresses.values()], isShut: known.length > 0 && opened.length === 0 }
}
