import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openPglite } from '../platform/db/openPglite.js'
import { createLog } from '../platform/log/log.js'
import { createMetrics } from '../platform/metrics/metrics.js'
import { createMessageStore } from './messageStore.js'

it('a database that fails brings no topic, message or parameter into the log, and one line for hundreds', async () => {
  const db = await openPglite()
  const written: string[] = []
  const log = createLog('trace', { write: (line) => void written.push(line) })
  const store = createMessageStore({ db, origin: 'here', onStored: () => undefined, log, metrics: createMetrics() })
  const topic = randomBytes(32).toString('hex')
  const kept = (text: string) => ({ topic, message: text, tag: 1100, ttl: 300, sender: 'party-of-somebody' })
  await store.put([kept('sealed-before')])
  const [before] = (await store.read([{ topic, party: 'z' }], 0)).messages
  if (before === undefined) throw new Error('It was not kept')
  await db.query.execute(sql`alter table relay.messages rename to messages_away`)
  await db.query.execute(sql`alter table relay.receipts rename to receipts_away`)
  for (let at = 0; at < 200; at++)
    await expect(store.put([kept(`sealed-${at}`)])).rejects.toMatchObject({ problem: 'Internal' })
  store.acknowledge(before, 'party-of-somebody-else')
  await store.flush()
  expect(written.join('')).not.toMatch(new RegExp(`${topic}|sealed-|party-of|insert into|params`))
  const reason = 'A statement failed (42P01)'
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { reason, msg: 'Messages could not be kept' },
    { reason, msg: 'Acknowledgements could not be kept' },
  ])
  await db.close()
}, 60_000)
