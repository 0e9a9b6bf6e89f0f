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
  swaps: listSwaps,
}

/**
 * Runs one of the commands about the books: `mismatches` lists where they do not agree with a purchase, its provider or its chain, or a
 * swap with its promise, `settle` says that an operator has looked into one, `balances` prints the sums, `swaps` lists the newest swaps.
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
    throw new LatchkeyError(
      'INVALID_CONFIG',
      'ledger takes mismatches, balances, swaps, or settle with a number and a note',
    )
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

/** A time, as commands print it. */
const iso = (column: ReturnType<typeof sql>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

type Mismatch = { [column in 'id' | 'side' | 'provider' | 'reference' | 'books' | 'other' | 'since']: string } & {
  transaction: string | null
}

async function listMismatches({ query }: Db): Promise<string> {
  const found = await rows<Mismatch>(
    query,
    sql`select m.id::text, side, provider, m.reference, books, other, ${iso(sql`first_seen`)} as since, t.chain || ' ' || t.hash as transaction
      from ledger.mismatches m left join swaps.transactions t on m.side = 'swap' and t.reference = m.reference
      where ended_at is null and settled_at is null order by m.id limit 1000`,
  )
  if (found.length === 0) return 'The books agree\n'
  return found
    .map(({ id, side, provider, reference, books, other, since, transaction }) => {
      const [name, one, two] =
        side === 'swap'
          ? [`transaction ${transaction ?? 'not kept any more'}`, 'promise', 'chain']
          : [`known there as ${reference}`, 'books', side]
      return `${id}  ${provider}, ${name}, since ${since}\n  ${one.padEnd(9)} ${books}\n  ${two.padEnd(9)} ${other}\n`
    })
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

async function listSwaps({ query }: Db): Promise<string> {
  const found = await rows<{ [column in 'noted' | 'state' | 'filling' | 'chain' | 'hash' | 'moved']: string }>(
    query,
    sql`select ${iso(sql`noted_at`)} as noted, state, filling, t.chain, hash,
        (select string_agg(m.amount || ' ' || m.asset, ', ' order by m.amount::numeric)
          from json_to_recordset(coalesce(moved, '[]')::json) as m (asset text, amount text) where m.amount::numeric <> 0) as moved
      from swaps.transactions t join swaps.promises p on p.id = t.promise order by noted_at desc, t.reference limit 100`,
  )
  if (found.length === 0) return 'No swap was sent\n'
  return found
    .map(
      ({ noted, state, filling, chain, hash, moved }) =>
        `${noted}  ${state.padEnd(7)} ${filling} ${chain} ${hash}${moved ? `  ${moved}` : ''}\n`,
    )
    .join('')
}
