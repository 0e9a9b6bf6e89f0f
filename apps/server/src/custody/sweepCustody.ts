import { type SQL, sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { sweepRows } from '../platform/db/sweepRows.js'
import { defaultRetention } from '../platform/wallet/retention.js'
import type { CustodyContext } from './custodyContext.js'
import { shredHalves, shredWallets } from './deletions.js'
import { endOldFreezes } from './freezes.js'

/** How many sign-ups one statement deletes. */
const batch = 500

/**
 * Deletes what is due: accounts whose wait is over, factors after their notice, sign-ups that were left, challenges, codes and answers
 * of the past. Halves of devices that were removed are left to `createRemovedSweep`.
 */
export async function sweepCustody(
  context: Pick<CustodyContext, 'db' | 'now' | 'schema' | 'freezeLife' | 'retention'>,
): Promise<void> {
  const { db, now, schema, retention = defaultRetention } = context
  if (schema === 'vault') await shredWallets(context)
  else await shredHalves(context)
  const run = (statement: SQL) => rows(db.query, statement)
  const sweep = (table: SQL, by: SQL, due: SQL) => sweepRows(run, { table, by, due: sql`${by} ${due}` })
  const before = (age: SQL) => sql`< ${now()} - ${age}`
  const hour = sql`interval '1 hour'`
  const days = (count: number) => sql`make_interval(days => ${count}::int)`
  await sweep(sql`${sql.raw(schema)}.challenges`, sql`expires_at`, before(hour))
  if (schema === 'recovery') {
    await sweep(sql`recovery.halves`, sql`delete_at`, sql`<= ${now()}`)
    // A session that makes its wallet late still names the code that opened it.
    await sweep(sql`recovery.mail_codes`, sql`proven_at`, before(sql`interval '31 days'`))
    await sweep(sql`recovery.mail_codes`, sql`made_at`, sql`${before(sql`interval '1 day'`)} and proven_at is null`)
    await sweep(sql`recovery.moves`, sql`moved_at`, before(sql`interval '31 days'`))
    return
  }
  await sweep(sql`vault.factors`, sql`delete_at`, sql`<= ${now()}`)
  await endOldFreezes(context)
  await sweep(sql`vault.freezes`, sql`ended_at`, before(days(retention.freezes)))
  // An abandoned sign-up. Its addresses were never shown, so the next one starts anew.
  const left = sql`state = 'creating' and created_at ${before(hour)}`
  const signUps = sql`with old as (delete from vault.wallets where id = any(array(select id from vault.wallets where ${left}
        order by created_at limit ${batch}::int for update skip locked)) and ${left} returning id),
      halves as (delete from recovery.halves where wallet_id in (select id from old))
    select id from old`
  while ((await run(signUps)).length === batch);
  await sweep(sql`vault.proofs`, sql`proven_at`, before(hour))
  await sweep(
    sql`vault.restores`,
    sql`coalesce(greatest(ready_at, approved_at), asked_at)`,
    before(days(retention.restores)),
  )
  await sweep(sql`vault.vouchers`, sql`expires_at`, sql`< ${now()}`)
  await sweep(sql`vault.answers`, sql`created_at`, before(sql`interval '1 day'`))
}
