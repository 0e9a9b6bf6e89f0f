import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { requireThawed, requireTypedInside } from '../../platform/wallet/requireFresh.js'
import { requireUnfrozen } from '../../platform/wallet/requireUnfrozen.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { requireOwner } from '../ownerFactor.js'

/**
 * Refuses a change of the logins to whom a change of the e-mail is refused, and before there is a wallet.
 *
 * @param life - How long ago the owner's factor may have answered, in milliseconds.
 * @throws WalletRefusal TYPED_OUTSIDE, FROZEN, WALLET_FROZEN, OWNER_REQUIRED, CONFLICT.
 */
export async function requireLoginChange(context: AuthContext, principal: Principal, life: number): Promise<void> {
  requireTypedInside(principal)
  requireThawed(principal)
  await requireUnfrozen(context, principal)
  await requireOwner(context, principal, life)
  const wallets = await rows(
    context.db.query,
    sql`select 1 from vault.wallets where user_id = ${principal.userId} and state = 'active'`,
  )
  if (wallets.length === 0) throw new WalletRefusal('CONFLICT', 'There is no wallet yet. Make it first.')
}
