import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { type Query, rows } from '../../platform/db/rows.js'
import { type LoginName, labelOf } from '../../platform/social/loginName.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { linkLife, requireThawed, requireTypedInside } from '../../platform/wallet/requireFresh.js'
import { requireUnfrozen } from '../../platform/wallet/requireUnfrozen.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { MailboxContext } from './mailboxContext.js'
import { readLinker } from './readLinker.js'

/** An account as a person recognises it: the provider, and the address or the name that it has there. */
export type LinkedAccount = { provider: LoginName; name: string | null }

/** How many accounts can be linked to one wallet. */
const mostLinks = 10
/** Timeout of verifying the provider's proof, in milliseconds. */
const proofWait = 15_000

const gone = () => new WalletRefusal('CODE_EXPIRED', 'This sign-in has expired. Start again.')

/**
 * Returns which account a sign-in of this session would link, by what recovery itself had from the provider: the person agrees to that
 * account and to no other, whatever `auth` says.
 *
 * @throws WalletRefusal UNAVAILABLE while recovery has not seen it.
 */
export async function readLinkAccount(
  context: MailboxContext,
  principal: Principal,
  id: string,
): Promise<LinkedAccount> {
  const end = performance.now() + proofWait
  for (;;) {
    const found = await findLink(context, context.db.query, principal, id)
    if (found !== undefined) return JSON.parse(context.box.open(found.sealed, `link/${id}`)) as LinkedAccount
    if (performance.now() > end)
      throw new WalletRefusal('UNAVAILABLE', 'The wallet could not check the account in time. Try again.')
    await sleep(100)
  }
}

/**
 * Links the account of a sign-in to the wallet: from then on it opens what the mailbox opens. The call is signed by the browser in which
 * the person agreed, and that browser has proven both: the account, and what the wallet belongs to already. `auth` can make none of these.
 *
 * @throws WalletRefusal TYPED_OUTSIDE, FROZEN, WALLET_FROZEN, STEP_UP_REQUIRED, OWNER_REQUIRED, CONFLICT, CODE_EXPIRED.
 */
export async function linkAccount(context: MailboxContext, principal: Principal, id: string): Promise<void> {
  const { db, now, box } = context
  const { userId, deviceId, deviceName } = principal
  requireTypedInside(principal)
  requireThawed(principal)
  await requireUnfrozen(context, principal)
  await db.query.transaction(async (query) => {
    // One after the other, so that an account that two link at once is found taken by the later.
    await query.execute(sql`lock table recovery.logins in share row exclusive mode`)
    const before = await rows(query, sql`select 1 from recovery.logins where id = ${id} and user_id = ${userId}`)
    // The answer was lost.
    if (before.length > 0) return
    const found = await findLink(context, query, principal, id)
    if (found === undefined) throw gone()
    const linker = await readLinker(context, query, { userId, deviceId })
    if (linker === 'no-wallet') throw new WalletRefusal('CONFLICT', 'There is no wallet yet. Make it first.')
    if (linker === 'no-mailbox') throw new WalletRefusal('STEP_UP_REQUIRED', 'Confirm with a new code first')
    if (linker === 'no-owner') throw new WalletRefusal('OWNER_REQUIRED', 'Use your passkey or your recovery code first')
    const { index, sealed } = found
    const account = JSON.parse(box.open(sealed, `link/${id}`)) as LinkedAccount
    const label = labelOf(account.provider)
    const taken = await rows<{ isOwn: boolean }>(
      query,
      sql`select user_id = ${userId} as "isOwn" from recovery.owners where mailbox_index = ${index}
        union select user_id = ${userId} from recovery.logins where mailbox_index = ${index}`,
    )
    if (taken.some(({ isOwn }) => isOwn))
      throw new WalletRefusal('CONFLICT', `This ${label} account opens this wallet already.`)
    if (taken.length > 0)
      throw new WalletRefusal('CONFLICT', `This ${label} account opens another wallet. Choose another account.`)
    const [count] = await rows<{ links: number }>(
      query,
      sql`select count(*)::int as links from recovery.logins where user_id = ${userId}`,
    )
    if ((count?.links ?? 0) >= mostLinks)
      throw new WalletRefusal('CONFLICT', `A wallet has at most ${mostLinks} linked accounts. Remove one first.`)
    // What was used once links nothing again, also after it was removed.
    await query.execute(sql`delete from recovery.mail_codes where id = ${id}`)
    await query.execute(
      sql`insert into recovery.logins (id, user_id, mailbox_index, linked_at) values (${id}, ${userId}, ${index}, ${now()})`,
    )
    await context.notify(query, userId, {
      title: `A ${label} account was linked to your wallet`,
      text: `From “${deviceName}” a ${label} account was linked. Anyone who can sign in to it can sign in to this wallet. If that was not you, remove it under Security, or freeze the wallet.`,
    })
  })
  await context.sendNotices()
}

/** Finds the proof of a sign-in that was begun to link an account, by this browser and in this session. */
async function findLink(
  { now }: MailboxContext,
  query: Query,
  { deviceId, sessionId }: Principal,
  id: string,
): Promise<{ index: string; sealed: string } | undefined> {
  const [found] = await rows<{ index: string; sealed: string }>(
    query,
    sql`select mailbox_index as index, account_box as sealed from recovery.mail_codes
      where id = ${id} and kind = 'link' and device_id = ${deviceId} and session_id = ${sessionId} and account_box is not null
        and ${plusMs(sql`proven_at`, linkLife)} > ${now()}`,
  )
  return found
}
