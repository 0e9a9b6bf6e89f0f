import { LatchkeyError } from '@latchkey/protocol/errors'
import { sql } from 'drizzle-orm'
import { readEnv } from './env.js'
import { explainRights } from './explainRights.js'
import type { Db } from './platform/db/db.js'
import { openPostgres } from './platform/db/openPostgres.js'
import { rows } from './platform/db/rows.js'

const actions: { readonly [action: string]: (db: Db, rest: readonly string[]) => Promise<string> } = {
  mismatches: listMismatches,
  settle,
  balances,
}

/**
 * Runs one of the commands about the books of purchases: `mismatches` lists where they do not agree with a purchase, its provider or its
 * chain, `settle` says that an operator has looked into one, `balances` prints the sums.
 *
 * @param rest - The action, and of `settle` the number and a note.
 * @returns What to print.
 * @throws LatchkeyError INVALID_CONFIG for settings, usage, and a database user without the rights of `data`, INVALID_PARAMS when
 * nothing with the number is open.
 */
export async function runLedger([action = '', ...rest]: readonly string[]): Promise<string> {
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  const [number = '', ...note] = rest
  if (run === undefined || (action === 'settle' && (!/^[1-9]\d{0,14}$/.test(number) || note.join('').trim() === '')))
    throw new LatchkeyError('INVALID_CONFIG', 'ledger takes mismatches, balances, or settle with a number and a note')
  const { DATABASE_URL: url } = readEnv()
  if (url === undefined)
    throw new LatchkeyError('INVALID_CONFIG', 'DATABASE_URL must be set: it names the database of the role data')
  const db = await openPostgres(url)
  try {
    return await run(db, rest)
  } catch (error) {
    throw explainRights(error, `ledger ${action}`, 'data_rw')
  } finally {
    await db.close()
  }
}

async function listMismatches({ query }: Db): Promise<string> {
  const found = await rows<{ [column: string]: string }>(
    query,
    sql`select id::text, side, provider, reference, books, other,
        to_char(first_seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
      from ledger.mismatches where ended_at is null and settled_at is null order by id limit 1000`,
  )
  if (found.length === 0) return 'The books agree\n'
  return found
    .map(
      ({ id, side, provider, reference, books, other, since }) =>
        `${id}  ${provider}, known there as ${reference}, since ${since}\n  books     ${books}\n  ${side?.padEnd(9)} ${other}\n`,
    )
    .join('')
}

async function settle({ query }: Db, [number, ...note]: readonly string[]): Promise<string> {
  const settled = await rows(
    query,
    sql`update ledger.mismatches set settled_at = now(), note = ${note.join(' ')}
      where id = ${number}::bigint and ended_at is null and settled_at is null returning 1`,
  )
  if (settled.length === 1) return `Settled ${number}\n`
  throw new LatchkeyError('INVALID_PARAMS', `No mismatch ${number} is open`, {
    hints: ['latchkey-server ledger mismatches lists those that are.'],
  })
}

async function balances({ query }: Db): Promise<string> {
  const found = await rows<{ account: string; asset: string; sum: string }>(
    query,
    sql`select account, asset, trim_scale(sum(amount))::text as sum from ledger.lines
      group by account, asset having sum(amount) <> 0 order by asset, account`,
  )
  if (found.length === 0) return 'The books are empty\n'
  return found.map(({ account, asset, sum }) => `${account.padEnd(9)} ${sum} ${asset}\n`).join('')
}
