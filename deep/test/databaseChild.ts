// biome-ignore lint/style/noRestrictedImports: the database of the server is not one of its doors
import { openPglite } from '../../apps/server/src/platform/db/openPglite.js'
// biome-ignore lint/style/noRestrictedImports: as above
import { fiatRates, prices } from '../../apps/server/src/platform/db/schema.js'

/**
 * Opens the embedded database of a folder and writes transactions of two rows until it is killed: `databaseChild.ts
 * folder`. Each adds its number to the total (which begins at 1) and a row of its own; it says what it found, and each
 * commit.
 */
const [, , folder = ''] = process.argv
const say = (said: object) => process.stdout.write(`${JSON.stringify(said)}\n`)
const db = await openPglite(folder)
await db.query.insert(fiatRates).values({ currency: 'total', perUsd: 1, source: 'operator' }).onConflictDoNothing()
const numbers = (await db.query.select({ usd: prices.usd }).from(prices)).map(({ usd }) => usd)
const totals = await db.query.select({ total: fiatRates.perUsd }).from(fiatRates)
const last = Math.max(0, ...numbers)
const sum = numbers.reduce((before, number) => before + number, 1)
say({ ready: true, count: numbers.length, last, sum, total: totals[0]?.total })

for (let number = last + 1; ; number++) {
  await db.query.transaction(async (transaction) => {
    const [row] = await transaction.select({ total: fiatRates.perUsd }).from(fiatRates)
    await transaction.update(fiatRates).set({ perUsd: (row?.total ?? 0) + number })
    await transaction.insert(prices).values({ asset: `move/${number}`, usd: number, source: 'operator' })
  })
  say({ number })
  // Lets the pipe and the timers breathe between commits.
  await new Promise((resolve) => setImmediate(resolve))
}
