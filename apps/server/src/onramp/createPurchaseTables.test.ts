import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'
import { rows } from '../platform/db/rows.js'
import { createPurchaseTables } from './createPurchaseTables.js'

let db: Db
beforeAll(async () => {
  db = await openPglite()
}, 60_000)
afterAll(() => db?.close())

const purchaseOf = (id: string) => ({
  ...{ id, reference: `r-${id}`, provider: 'meld', projectId: 'p', chain: 'eip155:1' as const, address: '0xa' },
  ...{ currency: null, payment: null, method: null, symbol: null },
})

describe('the table of purchases', () => {
  it('keeps those that are over for the days of the setting, and unpaid ones for hours', async () => {
    const tables = createPurchaseTables(db, { days: 30 })
    const add = async (id: string, state: 'created' | 'opened' | 'arrived', age: string) => {
      await tables.add(purchaseOf(id))
      if (state !== 'created') await tables.move(id, { state })
      await rows(db.query, sql`update onramp.purchases set changed_at = now() - ${age}::interval where id = ${id}`)
    }
    await add('waits', 'created', '59 minutes')
    await add('never', 'created', '61 minutes')
    await add('page', 'opened', '47 hours')
    await add('left', 'opened', '49 hours')
    await add('young', 'arrived', '29 days')
    await add('old', 'arrived', '31 days')
    await tables.sweep()
    const left = await rows<{ id: string }>(db.query, sql`select id from onramp.purchases order by id`)
    expect(left.map(({ id }) => id)).toEqual(['page', 'waits', 'young'])
  })

  it('keeps names of messages for a week', async () => {
    const tables = createPurchaseTables(db, { days: 30 })
    expect([await tables.takeWebhook('meld', 'a'), await tables.takeWebhook('meld', 'a')]).toEqual([true, false])
    expect(await tables.takeWebhook('coinbase', 'a')).toBe(true)
    await rows(db.query, sql`update onramp.webhooks set taken_at = now() - interval '8 days' where provider = 'meld'`)
    await tables.sweep()
    expect([await tables.takeWebhook('meld', 'a'), await tables.takeWebhook('coinbase', 'a')]).toEqual([true, false])
  })

  it('takes no more that wait than it may', async () => {
    const tables = createPurchaseTables(db, { days: 30, most: 3 })
    await rows(db.query, sql`delete from onramp.purchases`)
    const added: boolean[] = []
    for (const id of ['1', '2', '3', '4']) added.push(await tables.add(purchaseOf(id)))
    expect(added).toEqual([true, true, true, false])
  })
})
