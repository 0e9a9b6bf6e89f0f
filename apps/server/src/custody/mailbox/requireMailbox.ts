import type { FactorKind, ReleasePurpose } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { rows } from '../../platform/db/rows.js'
import type { Principal } from '../../platform/wallet/authenticate.js'
import { requireStepUp, stepUpLife } from '../../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { CustodyContext } from '../custodyContext.js'
import { isLinked } from './isLinked.js'

/**
 * Refuses what needs the mailbox to a device that has not proven it to recovery in the last five minutes. What `auth` writes into the
 * session is not enough, and the mailbox, or the linked account, is one that recovery knows for the wallet.
 *
 * @param release - What is released, where something is. A wallet that is being made has no mailbox yet, and one that was made
 * without an automatic factor never had one: then any proven mailbox will do, since none opens it.
 * @throws WalletRefusal STEP_UP_REQUIRED.
 */
export async function requireMailbox(
  { db, now }: Pick<CustodyContext, 'db' | 'now'>,
  principal: Principal,
  release?: { kind: FactorKind; purpose: ReleasePurpose },
): Promise<void> {
  requireStepUp(principal)
  const isMaking = release?.purpose === 'sign-up-roundtrip'
  const isOwnersAlone = release?.kind !== 'auto'
  const found = await rows(
    db.query,
    sql`select 1 from recovery.mail_codes c left join recovery.owners o on o.user_id = ${principal.userId}
      where c.device_id = ${principal.deviceId} and c.kind in ('login', 'step-up') and ${plusMs(sql`c.proven_at`, stepUpLife)} > ${now()}
        and (c.mailbox_index = o.mailbox_index or ${isMaking} or ${isLinked(sql`c.mailbox_index`, principal.userId)} or (o.user_id is null and ${isOwnersAlone})) limit 1`,
  )
  if (found.length === 0) throw new WalletRefusal('STEP_UP_REQUIRED', 'Confirm with a new code first')
}
