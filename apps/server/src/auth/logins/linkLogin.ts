import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import { labelOf } from '../../platform/social/loginName.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { askRecovery } from '../../platform/wallet/mailAsk.js'
import { linkLife } from '../../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { emailIndex } from '../emailIndex.js'
import { isCounted } from './isCounted.js'
import { notifyRecycled } from './notifyRecycled.js'
import { requireLoginChange } from './requireLoginChange.js'
import { takeLogin } from './takeLogin.js'
import { verifiedAddress } from './verifiedAddress.js'

/**
 * Takes the account of a sign-in for linking. It has no effect before recovery has linked it, which verifies this browser itself and is notified now; an
 * account that another user signs in with is refused, whatever addresses the two have.
 *
 * @throws WalletRefusal TYPED_OUTSIDE, FROZEN, WALLET_FROZEN, OWNER_REQUIRED, PROOF_WRONG, CODE_EXPIRED, CONFLICT.
 */
export async function linkLogin(
  context: AuthContext,
  principal: Principal,
  given: { challengeId: string; result: string },
): Promise<void> {
  const { db, now, box } = context
  const { userId, deviceId, sessionId } = principal
  await requireLoginChange(context, principal, linkLife)
  // A refusal below uses the sign-in up as well, so it is taken in a transaction of its own.
  const { provider, profile, index, evidence } = await db.query.transaction((query) =>
    takeLogin(context, query, principal, { ...given, purpose: 'link' }),
  )
  const label = labelOf(provider)
  const address = verifiedAddress(profile)
  const addressIndex = address === '' ? null : emailIndex(box, address)
  await db.query.transaction(async (query) => {
    const [other] = await rows<{ userId: string }>(
      query,
      sql`select a.user_id as "userId" from auth.social_accounts a
        where a.provider = ${provider} and a.subject_index = ${index} and ${isCounted} for update`,
    )
    if (other?.userId === userId)
      throw new WalletRefusal('CONFLICT', `This ${label} account opens this wallet already.`)
    if (other !== undefined)
      throw new WalletRefusal('CONFLICT', `This ${label} account opens another wallet. Choose another account.`)
    const sealed = box.seal(JSON.stringify(profile), `social/${index}`)
    const written = await rows(
      query,
      sql`insert into auth.social_accounts as a (provider, subject_index, user_id, email_index, box, created_at, last_used_at, link_id)
        values (${provider}, ${index}, ${userId}, ${addressIndex}, ${sealed}, ${now()}, ${now()}, ${given.challengeId})
        on conflict (provider, subject_index) do update set user_id = excluded.user_id, email_index = excluded.email_index,
          box = excluded.box, created_at = excluded.created_at, last_used_at = excluded.last_used_at, link_id = excluded.link_id
        where not ${isCounted} returning 1 as one`,
    )
    // A concurrent sign-in used it.
    if (written.length === 0)
      throw new WalletRefusal('CONFLICT', `This ${label} account opens another wallet. Choose another account.`)
    const { challengeId: id } = given
    const bound = { kind: 'link', deviceId, sessionId } as const
    await askRecovery(query, now, { ask: 'social', id, provider, evidence, ...bound })
    await notifyRecycled(context, query, { provider, index, addressIndex, userId })
  })
  context.outbox.poke()
}
