import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSource, sourceFiles } from './imports.js'
import { documentedIn, isRead, namesOf, optionFaults, optionTables, titledIn } from './options.js'

describe('options', () => {
  it.each(optionTables.map((table) => [table.type[1], table] as const))(
    '%s: each is documented, read, and shown by a test at a screen',
    (_, table) => {
      expect(optionFaults(table)).toEqual([])
    },
  )

  it('are told apart: one that is not documented, one that nothing reads, one without a test', () => {
    const text =
      "/** What. */\nexport type Options = {\n  /** One. */\n  readonly one?: string\n  readonly two: 'a' | 'b'\n}\n"
    expect(namesOf(text, 'Options')).toEqual(['one', 'two'])
    expect(
      documentedIn('| `make` takes | |\n|---|---|\n| `one`, `two` | `three` |\n\n`four`', '| `make` takes'),
    ).toEqual(['one', 'two'])
    expect(isRead('config.options.one ?? 1', 'one', ['config.options'])).toBe(true)
    expect(isRead('const { two, one } = config.options', 'one', ['config.options'])).toBe(true)
    expect(isRead('const { two: one } = other.things', 'one', ['config.options'])).toBe(false)
    expect(isRead('myOptions.one', 'one', ['options'])).toBe(false)
    expect(titledIn("it('[S9-1] option one, a.two: says what it does', () => {})")).toEqual(['one', 'a.two'])
  })
})

describe('variables of the look', () => {
  const sheets = readdirSync('packages/react/src/theme').filter((name) => name.endsWith('.css'))
  const css = sheets.map((name) => readSource('packages/react/src/theme', name)).join('\n')
  const [, , ...rows] = readSource('.', 'docs/theming.md').split('| variable |')[1]?.split('\n\n')[0]?.split('\n') ?? []
  const documented = rows.flatMap((row) => row.split('|')[1]?.match(/--lk-[\w-]+/g) ?? [])

  it('are all in the style sheet, and each is used by a rule', () => {
    expect(documented.length).toBeGreaterThan(20)
    const unused = documented.filter((name) => {
      const copy = new RegExp(`(--_[\\w-]+): var\\(${name}[,)]`).exec(css)?.[1]
      return copy === undefined ? !css.includes(`var(${name}`) : !new RegExp(`var\\(${copy}[,)]`).test(css)
    })
    expect(unused).toEqual([])
  })

  it('that the style sheet takes from a page are all documented', () => {
    const taken = new Set([...css.matchAll(/var\((--lk-[\w-]+),/g)].map(([, name = '']) => name))
    expect([...taken].filter((name) => !documented.includes(name) && !css.includes(`${name}:`))).toEqual([])
  })
})

describe('settings of the servers', () => {
  const pages = [
    'README.md',
    'apps/server/README.md',
    ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ]
  const namesIn = (texts: readonly string[]) =>
    new Set(texts.flatMap((text) => text.match(/LATCHKEY_[A-Z_]+[A-Z]/g) ?? []))
  const documented = namesIn(pages.map((page) => readSource('.', page)))
  const schema = new Set(
    [...readSource('.', 'apps/server/src/env.ts').matchAll(/^ {2}(LATCHKEY_\w+): /gm)].map(([, name = '']) => name),
  )
  const folders = [
    'apps/server/src',
    'apps/frame/src',
    'apps/devnet/src',
    'tools',
    'deep',
    'bench',
    'mutants',
    'engines',
  ]
  const code = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/node_modules/.test(file))
      .map((file) => readSource(folder, file)),
  )

  it('are documented, each of them', () => {
    expect([...schema].filter((name) => !documented.has(name))).toEqual([])
  })

  it('that are documented are read by something', () => {
    const read = namesIn(code)
    expect([...documented].filter((name) => !read.has(name))).toEqual([])
  })

  it('of the server are read outside of the schema that parses them', () => {
    const files = sourceFiles('apps/server/src', 'source').filter((file) => file !== 'env.ts')
    const used = namesIn(files.map((file) => readSource('apps/server/src', file)))
    expect([...schema].filter((name) => !used.has(name))).toEqual([])
  })
})
