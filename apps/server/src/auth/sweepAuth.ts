import { signedCallWindow } from '@latchkey/protocol/walletApi'
import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import type { AuthContext } from './authContext.js'
import { freezeLinkLife } from './freezeLink.js'

/** Deletes what no call can use any more. */
export async function sweepAuth({ db, now }: Pick<AuthContext, 'db' | 'now'>): Promise<void> {
  const day = sql`${now()} - interval '1 day'`
  const sweep = (table: ReturnType<typeof sql>, by: ReturnType<typeof sql>, until: ReturnType<typeof sql>) =>
    sweepRows((statement) => rows(db.query, statement), { table, by, due: sql`${by} < ${until}` })
  await sweep(sql`auth.nonces`, sql`expires_at`, plusMs(now(), -signedCallWindow))
  await sweep(sql`auth.challenges`, sql`expires_at`, day)
  await sweep(sql`auth.freeze_links`, sql`created_at`, plusMs(now(), -freezeLinkLife))
  await sweep(sql`auth.limits`, sql`started_at`, day)
  await sweep(sql`auth.sessions`, sql`expires_at`, day)
  await sweep(sql`auth.sessions`, sql`revoked_at`, day)
}
