import { sql } from 'drizzle-orm'
import type { CustodyContext } from './custodyContext.js'
import { endOldFreezes } from './freezes.js'
import { wasRemoved } from './readStanding.js'

/**
 * Deletes what is due: factors after their notice, halves of devices that were revoked, sign-ups that were left, challenges, codes and
 * answers of the past.
 */
export async function sweepCustody(
  context: Pick<CustodyContext, 'db' | 'now' | 'schema' | 'freezeLife'>,
): Promise<void> {
  const { db, now, schema } = context
  const run = (statement: ReturnType<typeof sql>) => db.query.execute(statement)
  await run(sql`delete from ${sql.raw(schema)}.challenges where expires_at < ${now()} - interval '1 hour'`)
  if (schema === 'recovery') {
    await run(sql`delete from recovery.halves where delete_at <= ${now()}`)
    // A session that makes its wallet late still names the code that opened it.
    await run(
      sql`delete from recovery.mail_codes where coalesce(proven_at + interval '31 days', made_at + interval '1 day') < ${now()}`,
    )
    await run(sql`delete from recovery.moves where moved_at < ${now()} - interval '31 days'`)
    return
  }
  await run(sql`delete from vault.factors where delete_at <= ${now()}`)
  await endOldFreezes(context)
  // A sign-up that nobody came back to. Its addresses were never shown, so it starts again from nothing.
  await run(
    sql`with old as (delete from vault.wallets where state = 'creating' and created_at < ${now()} - interval '1 hour' returning id)
      delete from recovery.halves where wallet_id in (select id from old)`,
  )
  await run(sql`delete from vault.proofs where proven_at < ${now()} - interval '1 hour'`)
  await run(
    sql`delete from vault.restores where coalesce(greatest(ready_at, approved_at), asked_at) < ${now()} - interval '30 days'`,
  )
  await run(sql`delete from vault.vouchers where expires_at < ${now()}`)
  await run(sql`delete from vault.answers where created_at < ${now()} - interval '1 day'`)
  await run(
    sql`delete from vault.factors f using vault.wallets w
      where w.id = f.wallet_id and f.kind = 'device' and ${wasRemoved(sql`w.user_id`)}`,
  )
}
