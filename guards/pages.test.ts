import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Every name between backquotes. */
const namesOn = (page: string) => new Set([...readFileSync(page, 'utf8').matchAll(/`(\w+)`/g)].map(([, name]) => name))
/** The names of a type's fields, and no others'. */
function fieldsOf(file: string, type: string): readonly string[] {
  const body =
    readFileSync(file, 'utf8')
      .split(new RegExp(`export type ${type}(?:<[^{]*?>)? = \\{`))[1]
      ?.split('\n}')[0] ?? ''
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].flatMap(([, name]) => name ?? [])
}

describe('the pages of the packages', () => {
  it('name every hook', () => {
    const entryPoint = readFileSync('packages/react/src/exports/index.ts', 'utf8')
    const hooks = [...new Set(entryPoint.match(/\buse[A-Z]\w*(?=[ ,}])/g))]
    expect(hooks.length).toBeGreaterThan(20)
    const named = namesOn('packages/react/README.md')
    expect(hooks.filter((hook) => !named.has(hook))).toEqual([])
  })

  it('name every builder of options for TanStack Query', () => {
    const entryPoint = readFileSync('packages/core/src/exports/query.ts', 'utf8')
    const builders = [...new Set(entryPoint.match(/\b[a-z]\w+(?:Query|Mutation)Options(?=[ ,}])/g))]
    expect(builders.length).toBeGreaterThan(30)
    const named = namesOn('docs/hooks.md')
    expect(builders.filter((builder) => !named.has(builder))).toEqual([])
  })

  it.each([
    ['createConfig', 'packages/core/src/createConfig.ts', 'CreateConfigParameters'],
    ['features', 'packages/core/src/config/features.ts', 'Features'],
  ])('name every option of %s', (_, file, type) => {
    const options = fieldsOf(file, type)
    expect(options.length).toBeGreaterThan(10)
    const named = namesOn('packages/core/README.md')
    expect(options.filter((option) => !named.has(option))).toEqual([])
  })

  it('name every CSS variable that a theme takes, and no other', () => {
    const type = readFileSync('packages/react/src/theme/store.ts', 'utf8').split('export type ThemeVariable =')[1]
    const typed = type?.split('\n\n')[0]?.match(/--lk-[a-z-]+/g) ?? []
    const rows = readFileSync('docs/theming.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `--lk-'))
    const named = rows.flatMap((row) => row.split('|')[1]?.match(/--lk-[a-z-]+/g) ?? [])
    expect(named.length).toBeGreaterThan(20)
    expect(typed.toSorted()).toEqual(named.toSorted())
  })
})
