import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { rows } from '../../platform/db/rows.js'
import { labelOf } from '../../platform/social/loginName.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { stepUpLife } from '../../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { isCounted } from './isCounted.js'
import { takeLogin } from './takeLogin.js'

const proofWait = 15_000

/**
 * Accepts a sign-in at a provider instead of a code, once recovery has verified the provider's proof by itself.
 *
 * @throws WalletRefusal PROOF_WRONG when it was another account than one of this wallet's, CODE_EXPIRED, UNAVAILABLE.
 */
export async function stepUpByLogin(
  context: AuthContext,
  principal: Principal,
  given: { challengeId: string; result: string },
): Promise<void> {
  const { db } = context
  const { challengeId } = given
  const { provider, index } = await db.query.transaction((query) =>
    takeLogin(context, query, principal, { ...given, purpose: 'step-up' }),
  )
  const own = await rows(
    db.query,
    sql`select 1 from auth.social_accounts a
      where a.provider = ${provider} and a.subject_index = ${index} and a.user_id = ${principal.userId} and ${isCounted}`,
  )
  if (own.length === 0) {
    const label = labelOf(provider)
    throw new WalletRefusal('PROOF_WRONG', `This is another ${label} account. Choose the one that opens this wallet.`)
  }
  const end = performance.now() + proofWait
  while (!(await isProven(context, principal, challengeId))) {
    if (performance.now() > end)
      throw new WalletRefusal('UNAVAILABLE', 'The wallet could not check the sign-in in time. Try again.')
    await sleep(100)
  }
}

async function isProven({ db, now }: AuthContext, { deviceId }: Principal, id: string): Promise<boolean> {
  const found = await rows(
    db.query,
    sql`select 1 from recovery.mail_codes m where m.id = ${id} and m.kind = 'step-up' and m.device_id = ${deviceId}
      and ${plusMs(sql`m.proven_at`, stepUpLife)} > ${now()}`,
  )
  return found.length > 0
}
