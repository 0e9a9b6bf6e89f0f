import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { readEnv, settingNames } from './env.js'
import { readChains } from './platform/chains/readChains.js'
import { openPglite } from './platform/db/openPglite.js'
import { rows as rowsOf } from './platform/db/rows.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../README.md')
const guide = read('../../../docs/operating.md')

/** The rows of the page's tables whose first cell is a setting: its name, and what the second cell says. */
const rows = [...page.matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \|/gm)].flatMap(([, names = '', standard = '']) =>
  [...names.matchAll(/`(HOST|PORT|[A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => ({ name, standard })),
)

describe('the pages for operators', () => {
  it('list each setting once, and none that is not read', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...settingNames].sort())
  })

  const standards = Object.entries(readEnv({})).filter(([, value]) => value !== undefined)
  it.each(standards)('say what %s is when nobody sets it', (name, value) => {
    const shown = Array.isArray(value) ? value.join(',') : String(value)
    expect(rows.find((row) => row.name === name)?.standard).toContain(`\`${shown}\``)
  })

  it('show a list of chains that the server takes', () => {
    const [, chains = ''] = /```json\n(\[[\s\S]*?)```/.exec(guide) ?? []
    expect(readChains(chains).map(({ caip2 }) => caip2)).toEqual(['eip155:1', 'cosmos:cosmoshub-4'])
  })

  it('say of each table how long it keeps what is in it', async () => {
    const db = await openPglite()
    const found = await rowsOf<{ name: string }>(
      db.query,
      sql`select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema')`,
    )
    await db.close()
    const [, section = ''] = /\n## What is kept, and how long\n([\s\S]*?)\n## /.exec(guide) ?? []
    const named = [...section.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, name = '']) => name)
    expect([...new Set(named)].sort()).toEqual(found.map(({ name }) => name).sort())
    const settings = settingNames.filter((name) => name.startsWith('LATCHKEY_RETENTION_'))
    for (const name of settings) {
      const days = readEnv({})[name as keyof ReturnType<typeof readEnv>]
      expect(section, name).toMatch(new RegExp(`^\\|.*\\| \`${name}\` \\| ${days} \\|$`, 'm'))
    }
  }, 60_000)

  it('name no setting that does not exist', () => {
    const named = [...guide.matchAll(/\b(?:LATCHKEY_[A-Z_]+|DATABASE_URL|REDIS_URL|METRICS_PORT)\b/g)].map(
      ([name]) => name,
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !settingNames.includes(name))).toEqual([])
  })
})
