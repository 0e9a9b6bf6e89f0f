// biome-ignore lint/style/noRestrictedImports: the database of the server is not an entry point
import { openPglite } from '../../apps/server/src/platform/db/openPglite.js'

/**
 * Opens the embedded database of a folder and writes transactions of two rows until it is killed: `databaseChild.ts
 * folder`. Each adds its number to the total (which begins at 1) and a row of its own; it says what it found, and each
 * commit.
 */
const [, , folder = ''] = process.argv
const say = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`)
const db = await openPglite(folder)
type Query = Pick<typeof db.query, 'execute'>
const ask = async <Row>(query: Query, text: string) => ((await query.execute(text)) as unknown as { rows: Row[] }).rows
const totalOf = async (query: Query) =>
  (await ask<{ total: number }>(query, 'select per_usd as total from fiat_rates'))[0]?.total
const begin = `insert into fiat_rates (currency, per_usd, source) values ('total', 1, 'operator') on conflict do nothing`
await db.query.execute(begin)
const numbers = (await ask<{ usd: number }>(db.query, 'select usd from prices')).map(({ usd }) => usd)
const total = await totalOf(db.query)
const last = Math.max(0, ...numbers)
const sum = numbers.reduce((before, number) => before + number, 1)
say({ ready: true, count: numbers.length, last, sum, total })

for (let number = last + 1; ; number++) {
  await db.query.transaction(async (transaction) => {
    const next = ((await totalOf(transaction)) ?? 0) + number
    await transaction.execute(`update fiat_rates set per_usd = ${next}`)
    const put = `insert into prices (asset, usd, source) values ('move/${number}', ${number}, 'operator')`
    await transaction.execute(put)
  })
  say({ number })
  // Lets the pipe and the timers breathe between commits.
  await new Promise((resolve) => setImmediate(resolve))
}
