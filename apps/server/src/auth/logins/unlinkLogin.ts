import { sql } from 'drizzle-orm'
import { type Query, rows } from '../../platform/db/rows.js'
import { putNotice } from '../../platform/mail/putNotice.js'
import { noticeMail } from '../../platform/mail/writeMails.js'
import { labelOf } from '../../platform/social/loginName.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { askRecovery } from '../../platform/wallet/mailAsk.js'
import { requireStepUp, stepUpLife } from '../../platform/wallet/requireFresh.js'
import { defaultRetention } from '../../platform/wallet/retention.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { makeFreezeLink } from '../freezeLink.js'
import { type Account, readAccounts } from './readAccounts.js'
import { requireLoginChange } from './requireLoginChange.js'
import { verifiedAddress } from './verifiedAddress.js'

const day = 86_400_000
/**
 * How long a login has to be linked before an older one can be removed beside it, in milliseconds: as long as a change of the e-mail can
 * be undone, so that a thief cannot take the place of the owner before they have read their mail.
 */
export const settleTime = 3 * day

/**
 * Removes an account at a provider from a wallet, has recovery do the same, ends the other sessions that it opened, and tells the owner at
 * every address, that of the account too. The last way to sign in stays, and the e-mail address is changed instead of removed.
 *
 * @throws WalletRefusal TYPED_OUTSIDE, FROZEN, WALLET_FROZEN, OWNER_REQUIRED, STEP_UP_REQUIRED, NOT_FOUND, CONFLICT that says what to do.
 */
export async function unlinkLogin(context: AuthContext, principal: Principal, id: string): Promise<void> {
  const { db, now } = context
  const { userId, deviceId, deviceName, sessionId } = principal
  await requireLoginChange(context, principal, stepUpLife)
  requireStepUp(principal)
  if (id === 'email')
    throw new WalletRefusal('CONFLICT', 'The e-mail address stays. Change it instead, under your e-mail address.')
  await db.query.transaction(async (query) => {
    // One change after the other: two that remove each other's last would leave none.
    await query.execute(sql`select 1 from auth.users where id = ${userId} for update`)
    const accounts = await readAccounts(context, query, userId)
    const gone = accounts.find(({ index }) => index === id)
    if (gone === undefined) throw new WalletRefusal('NOT_FOUND', 'There is no such login')
    requireAnother(principal, accounts, gone)
    const { provider, profile } = gone
    const label = labelOf(provider)
    if (gone.isFirst) await passOn(context, query, userId, accounts, gone)
    await query.execute(
      sql`delete from auth.social_accounts where user_id = ${userId} and provider = ${provider} and subject_index = ${id}`,
    )
    await query.execute(
      sql`update auth.sessions set revoked_at = ${now()}
        where user_id = ${userId} and id <> ${sessionId} and revoked_at is null
          and mail_id in (select id from auth.social_logins where subject_index = ${id})`,
    )
    await askRecovery(query, now, { ask: 'unlink', userId, deviceId, provider, subject: profile.subject })
    const title = `A ${label} account was removed from your wallet`
    const text = `From “${deviceName}” a ${label} account was removed. It no longer signs in to this wallet.`
    await putNotice(query, now, userId, { title, text })
    await notifyRemoved(context, query, userId, { address: verifiedAddress(profile), title, text, accounts, gone })
  })
  context.outbox.poke()
}

/** Refuses to remove the last way to sign in, and one beside which there are only new ones. */
function requireAnother({ now }: Principal, accounts: readonly Account[], gone: Account): void {
  // Who was not made with an account at a provider signs in by e-mail.
  if (!accounts.some(({ isFirst }) => isFirst)) return
  const others = accounts.filter((each) => each !== gone)
  if (others.length === 0)
    throw new WalletRefusal(
      'CONFLICT',
      'This is the last way to sign in to this wallet. Link another account first, then remove this one.',
    )
  const settled = Math.min(...others.map(({ addedAt }) => (addedAt <= gone.addedAt ? 0 : addedAt + settleTime)))
  if (settled > now)
    throw new WalletRefusal(
      'CONFLICT',
      'The other ways to sign in are newer than three days. Until one is older, this one stays.',
      { retryAfterMs: Math.ceil(settled - now) },
    )
}

/** Moves a user whose first account is unlinked to the oldest remaining one, so that the unlinked account leads to no user. */
async function passOn(
  { box }: Pick<AuthContext, 'box'>,
  query: Query,
  userId: string,
  accounts: readonly Account[],
  gone: Account,
): Promise<void> {
  const next = accounts.find((each) => each !== gone)
  if (next === undefined) throw new WalletRefusal('CONFLICT', 'This is the last way to sign in')
  const sealed = box.seal(verifiedAddress(next.profile), `email/${next.index}`)
  const moved = await rows(
    query,
    sql`update auth.users set email_index = ${next.index}, email_box = ${sealed}
      where id = ${userId} and not exists (select 1 from auth.users where email_index = ${next.index}) returning 1 as one`,
  )
  if (moved.length === 0) throw new WalletRefusal('CONFLICT', 'This login cannot be removed now. Try again later.')
  // Links in earlier mails go on freezing the wallet.
  await query.execute(sql`update auth.freeze_links set email_index = ${next.index} where email_index = ${gone.index}`)
}

/** Notifies the address of the account that was removed, which is not one of the wallet's any more. */
async function notifyRemoved(
  context: AuthContext,
  query: Query,
  userId: string,
  {
    address,
    title,
    text,
    accounts,
    gone,
  }: {
    address: string
    title: string
    text: string
    accounts: readonly Account[]
    gone: Account
  },
): Promise<void> {
  const isTold = accounts.some((each) => each !== gone && verifiedAddress(each.profile) === address)
  if (address === '' || isTold) return
  const [user] = await rows<{ index: string; sealed: string }>(
    query,
    sql`select email_index as index, email_box as sealed from auth.users where id = ${userId}`,
  )
  if (user === undefined || context.box.open(user.sealed, `email/${user.index}`) === address) return
  const facts = {
    to: address,
    wallet: context.name,
    parentOrigin: context.origin,
    place: '',
    freezeUrl: await makeFreezeLink(context, query, user.index),
  }
  const { retention = defaultRetention } = context
  await context.outbox.put(query, noticeMail(facts, { title, text }), retention.notices * day)
}
