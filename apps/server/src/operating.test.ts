import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { readEnv, settingNames } from './env.js'
import { readChains } from './platform/chains/readChains.js'
import { openPglite } from './platform/db/openPglite.js'
import { rows as rowsOf } from './platform/db/rows.js'
import { createMetrics } from './platform/metrics/metrics.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../README.md')
const guide = read('../../../docs/operating.md')

/** The rows of the page's tables whose first cell is a setting: its name, and what the second cell says. */
const rows = [...page.matchAll(/^\| (`[A-Z][^|]*) \| ([^|]*) \|/gm)].flatMap(([, names = '', standard = '']) =>
  [...names.matchAll(/`(HOST|PORT|[A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => ({ name, standard })),
)

const source = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.ts$/.test(path))
  .map((path) => read(`./${path}`))
  .join('\n')
/** What stands in code marks in a part of the page. */
const marked = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

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

  it('call worth a page at night what the log has as an error, which is written at the level that holds by itself', () => {
    const [part = ''] = /^Worth a page at night: [\s\S]*?\n\n/m.exec(guide) ?? []
    const lines = marked(part).filter((text) => /^[A-Z][a-z ]/.test(text))
    expect(lines).toContain('A call failed inside')
    for (const line of lines) {
      const levels = source
        .split(`'${line}`)
        .slice(0, -1)
        .map((before) => [...before.matchAll(/\blog\.(\w+)\(/g)].at(-1)?.[1])
      expect([line, [...new Set(levels)]]).toEqual([line, ['error']])
    }
    expect(readEnv({}).LATCHKEY_LOG_LEVEL).toBe('error')
  })

  it('say of a start that fails what the server says', () => {
    const [, section = ''] = /\n## When it does not start\n([\s\S]*)$/.exec(guide) ?? []
    const said = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) => marked(cell))
    expect(said.length).toBeGreaterThan(8)
    const missing = said.filter((line) =>
      line.split(/…|\d+|\b[A-Z_]{4,}(?![a-z])/).some((part) => !source.includes(part.trim())),
    )
    expect(missing).toEqual([])
  })

  it('name every figure that the server has of itself, each with its labels, and none that it does not have', () => {
    const [, section = ''] = /\n## Watching it\n([\s\S]*?)\n## /.exec(guide) ?? []
    const named = marked(section)
      .filter((text) => text.startsWith('latchkey_'))
      .sort()
    const figures = createMetrics()
      .registry.getMetricsAsArray()
      .filter(({ name }) => name.startsWith('latchkey_'))
      .map((figure) => {
        const { labelNames } = figure as { labelNames?: readonly string[] }
        return labelNames?.length ? `${figure.name}{${labelNames.join()}}` : figure.name
      })
    expect(named).toEqual(figures.sort())
  })
})
