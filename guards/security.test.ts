import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const page = readFileSync('SECURITY.md', 'utf8')
const tests = ['apps', 'packages', 'guards', 'tools', 'deep', 'e2e', 'engines'].flatMap(testsUnder)

function testsUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    return statSync(path).isDirectory() ? testsUnder(path) : /\.test\.tsx?$/.test(name) ? [path] : []
  })
}

/** The titles of a test file, with `%s` and the like as they are written: a text after a bracket, with a function or options behind it. */
function titlesOf(path: string): string[] {
  const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1\s*,\s*[{(\w]/g
  return [...readFileSync(path, 'utf8').matchAll(title)].map(([, , text = '']) => text)
}
const pathOf = (name: string) => tests.find((path) => `/${path}`.endsWith(`/${name}`))

/** The tests that a text names. */
const namedIn = (text: string) => [...text.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, name = '']) => name)
/** The rows of a table of the page, cell by cell, with its head first. */
const tables = [...page.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) =>
  table
    .trim()
    .split('\n')
    .filter((_, line) => line !== 1)
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    ),
)

describe('SECURITY.md', () => {
  it('names tests that exist, each by a path that only one has', () => {
    const names = [...new Set(namedIn(page))]
    expect(names.length).toBeGreaterThan(15)
    const found = names.map((name) => [name, tests.filter((path) => `/${path}`.endsWith(`/${name}`)).length])
    expect(found.filter(([, count]) => count !== 1)).toEqual([])
  })

  it('names a title with each test of a table, and that title stands in the file', () => {
    const cells = tables.flatMap(([, ...rows]) => rows.map((row) => row.at(-1) ?? ''))
    const titled = cells.flatMap((cell) =>
      [...cell.matchAll(/`([\w./-]+\.test\.tsx?)`(?: \([^)]*\))?(?: "([^"]+)")?/g)].map(([, name = '', title]) => {
        const path = pathOf(name)
        const isThere = title !== undefined && path !== undefined && titlesOf(path).some((each) => each.includes(title))
        return isThere ? undefined : `${name}: ${title ?? 'no title'}`
      }),
    )
    expect(titled.length).toBeGreaterThan(100)
    expect(titled.filter((fault) => fault !== undefined)).toEqual([])
  })

  it('has a test for every row of every table', () => {
    expect(tables.length).toBeGreaterThan(1)
    for (const [head = [], ...rows] of tables) {
      expect(head.at(-1)).toBe('shown by')
      expect(rows.length).toBeGreaterThan(3)
      expect(rows.filter((row) => row.length !== head.length || namedIn(row.at(-1) ?? '').length === 0)).toEqual([])
    }
  })
})
