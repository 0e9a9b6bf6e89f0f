import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Db } from '../src/platform/db/db.js'
import { openPglite as openEmbedded } from '../src/platform/db/openPglite.js'
import { connectPostgres, migratePostgres } from '../src/platform/db/openPostgres.js'

const migrations = new URL('../migrations/', import.meta.url)
const limits = { size: 10, wait: 60_000, statement: 0, idleTransaction: 0 }

/**
 * Opens an empty database in the PostgreSQL of LATCHKEY_MUTATE_POSTGRES, which is dropped when it is closed. It stands in for the
 * embedded one while a room is mutated: there, starting it would be most of the work.
 */
export async function openPglite(folder?: string): Promise<Db> {
  // What has files of its own is made as the product makes it.
  if (folder !== undefined) return openEmbedded(folder)
  const url = new URL(process.env.LATCHKEY_MUTATE_POSTGRES ?? '')
  const template = `mutants_${createHash('sha256').update(readMigrations()).digest('hex').slice(0, 16)}`
  const name = `${template}_${randomBytes(8).toString('hex')}`
  await within(url, async (client) => {
    await client.query('select pg_advisory_lock(7281034552)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await client.query(`create database ${template}`)
      await migratePostgres(new URL(`/${template}`, url).href)
    }
    await client.query(`create database ${name} template ${template}`)
  })
  const db = connectPostgres(new URL(`/${name}`, url).href, limits)
  return {
    ...db,
    async close() {
      await db.close()
      await within(url, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

function readMigrations(): string {
  return readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(new URL(name, migrations), 'utf8'))
    .join()
}

async function within<Result>(url: URL, run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
