import { sql } from 'drizzle-orm'
import { type Query, rows } from '../../platform/db/rows.js'
import { putNotice } from '../../platform/mail/putNotice.js'
import { randomId } from '../../platform/secrets/randomId.js'
import { type LoginName, labelOf } from '../../platform/social/loginName.js'
import type { SocialProfile } from '../../platform/social/oauthProviders.js'
import { socialSubject } from '../../platform/social/socialSubject.js'
import type { AuthContext } from '../authContext.js'
import { emailIndex } from '../emailIndex.js'
import { isCounted } from '../logins/isCounted.js'
import { notifyRecycled } from '../logins/notifyRecycled.js'
import { verifiedAddress } from '../logins/verifiedAddress.js'

/**
 * A user by a provider's account: how `auth` finds them, and where they get mail, which is empty where nobody has checked an address; and the index
 * of the account. */
export type SocialUser = { id: string; index: string; email: string; account: string }

/**
 * Finds the user of a provider's account, or makes one. Only the provider's own number of the account counts: an address joins nothing,
 * so that getting hold of an address, or of one that was given up, opens no wallet.
 */
export async function writeSocialUser(
  { box, now }: Pick<AuthContext, 'box' | 'now'>,
  query: Query,
  { provider, profile }: { provider: LoginName; profile: SocialProfile },
): Promise<SocialUser> {
  const subject = socialSubject(provider, profile.subject)
  const index = box.index('social', subject)
  const address = verifiedAddress(profile)
  const label = labelOf(provider)
  const sealed = box.seal(JSON.stringify(profile), `social/${index}`)
  const addressIndex = address === '' ? null : emailIndex(box, address)
  const [known] = await rows<{ id: string }>(
    query,
    sql`update auth.social_accounts a set last_used_at = ${now()}, box = ${sealed}, email_index = ${addressIndex}
      where a.provider = ${provider} and a.subject_index = ${index} and ${isCounted} returning a.user_id as id`,
  )
  if (known !== undefined) {
    const [user] = await rows<{ index: string; box: string }>(
      query,
      sql`select email_index as index, email_box as box from auth.users where id = ${known.id}`,
    )
    if (user === undefined) throw new Error('A social account without its user')
    return { id: known.id, index: user.index, email: box.open(user.box, `email/${user.index}`), account: index }
  }
  const [user] = await rows<{ id: string }>(
    query,
    sql`insert into auth.users (id, email_index, email_box, created_at)
      values (${randomId()}, ${index}, ${box.seal(address, `email/${index}`)}, ${now()})
      on conflict (email_index) do update set email_index = excluded.email_index returning id`,
  )
  if (user === undefined) throw new Error('A user was neither made nor found')
  // One that was to be linked and is not: its person signs in with it instead.
  await query.execute(
    sql`delete from auth.social_accounts a
      where a.provider = ${provider} and a.subject_index = ${index} and a.link_id is not null`,
  )
  await query.execute(
    sql`insert into auth.social_accounts (provider, subject_index, user_id, email_index, box, created_at, last_used_at)
      values (${provider}, ${index}, ${user.id}, ${addressIndex}, ${sealed}, ${now()}, ${now()})
      on conflict do nothing`,
  )
  await notifyRecycled({ now }, query, { provider, index, addressIndex, userId: user.id })
  if (address !== '')
    await putNotice(query, now, user.id, {
      title: `Your ${label} account opens a wallet now`,
      text: `Anyone who can sign in to your ${label} account can open this wallet. Add a passkey or a recovery code under Security, so that the account alone is not enough.`,
    })
  return { id: user.id, index, email: address, account: index }
}
