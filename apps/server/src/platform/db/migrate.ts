import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** One connection that runs plain SQL, and that a lock can be held on. */
export type SqlSession = {
  exec(sql: string): Promise<unknown>
  rows(sql: string, params?: readonly unknown[]): Promise<readonly { readonly [column: string]: unknown }[]>
}

const folder = new URL('../../../migrations/', import.meta.url)

/**
 * Brings a database to the newest schema: each file of `migrations/` once, in the order of its name, in a transaction.
 *
 * @param session - One connection; the caller holds the lock that keeps other instances out.
 * @returns The names of the files that were run now.
 * @throws LatchkeyError INVALID_CONFIG when a file that was run before has changed or is gone.
 */
export async function migrate(session: SqlSession): Promise<readonly string[]> {
  const [there] = await session.rows("select to_regclass('latchkey_migrations') is not null as there")
  // A role that may not make tables can still see that there is nothing left to do.
  if (there?.there !== true)
    await session.exec(
      'create table if not exists latchkey_migrations (name text primary key, hash text not null, run_at timestamptz not null default now())',
    )
  const done = new Map(
    (await session.rows('select name, hash from latchkey_migrations')).map((row) => [row.name, row.hash]),
  )
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
  const run: string[] = []
  for (const name of files) {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    const hash = createHash('sha256').update(sql).digest('hex')
    const before = done.get(name)
    done.delete(name)
    if (before === hash) continue
    if (before !== undefined)
      throw new LatchkeyError('INVALID_CONFIG', `Migration ${name} was changed after it was run`)
    await session.exec('begin')
    try {
      await session.exec(sql)
      await session.rows('insert into latchkey_migrations (name, hash) values ($1, $2)', [name, hash])
      await session.exec('commit')
    } catch (cause) {
      await session.exec('rollback')
      if ((cause as { code?: unknown }).code === '42501')
        throw new LatchkeyError('INVALID_CONFIG', 'This database user may not bring the database up to date', {
          hints: ['Run latchkey-server migrate as the owner of the database first.'],
          cause,
        })
      throw cause
    }
    run.push(name)
  }
  if (done.size > 0) {
    throw new LatchkeyError(
      'INVALID_CONFIG',
      `The database was written by a newer version (${[...done.keys()].join(', ')})`,
    )
  }
  return run
}
