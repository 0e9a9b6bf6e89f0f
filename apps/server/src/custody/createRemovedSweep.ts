import { type SQL, sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import type { CustodyContext } from './custodyContext.js'
import { isRemoved } from './readStanding.js'

/** How many factors one statement looks at. */
const batch = 500

/**
 * Creates the part that deletes the halves of devices that were removed. Each time it looks at the devices that were removed, or made anew, in the
 * last hour, and at the next factors in the order of their ids, so that what it missed while it did not run is found in the end.
 *
 * @param context - Database and clock.
 * @returns Deletes what it finds.
 */
export function createRemovedSweep({ db, now }: Pick<CustodyContext, 'db' | 'now'>): () => Promise<void> {
  let last = ''
  const hour = sql`${now()} - interval '1 hour'`
  // A limit of its own has each row looked up by an index.
  const recent = sql`select f.id from (
      select user_id, id, created_at, revoked_at from auth.devices where revoked_at > ${hour}
      union all select user_id, id, created_at, revoked_at from auth.devices where created_at > ${hour}) d
    cross join lateral (select id from vault.wallets where user_id = d.user_id limit 1) w
    cross join lateral (select f.id from vault.factors f where f.wallet_id = w.id and f.kind = 'device' and f.device_id = d.id
      and ${isRemoved} limit ${batch}::int) f
    limit ${batch}::int`
  const deletion = (ids: SQL) => sql`delete from vault.factors where id = any(array(${ids})) returning id`

  return async () => {
    while ((await rows(db.query, deletion(recent))).length >= batch);
    const [next] = await rows<{ last: string | null; count: number }>(
      db.query,
      sql`with next as materialized (
          select id, wallet_id, kind, device_id, created_at from vault.factors where id > ${last} order by id limit ${batch}::int),
        gone as (${deletion(sql`select f.id from next f
          cross join lateral (select user_id from vault.wallets where id = f.wallet_id limit 1) w
          cross join lateral (select 1 from auth.devices d where d.user_id = w.user_id and d.id = f.device_id and ${isRemoved}
            limit 1) d
          where f.kind = 'device'`)})
        select max(id) as last, count(*)::int as count from next`,
    )
    last = next?.last && next.count === batch ? next.last : ''
  }
}
