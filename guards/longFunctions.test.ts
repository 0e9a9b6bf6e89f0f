import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSource, sourceFiles } from './imports.js'
import { exceptions, longFunctions, most, ownLines } from './longFunctions.js'
import { packages } from './packages.js'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `  say(${at})`).join('\n')

describe('functions', () => {
  it('have at most 80 lines of their own, but for those that are named with a reason', () => {
    const found = packages()
      .filter(({ folder }) => existsSync(`${folder}/src`))
      .flatMap(({ folder }) =>
        sourceFiles(`${folder}/src`, 'source').flatMap((path) =>
          longFunctions(`${folder}/src/${path}`, readSource(`${folder}/src`, path)),
        ),
      )
    expect(found).toEqual([])
  })

  it('that are excepted are in files that are there', () => {
    expect(Object.keys(exceptions).filter((place) => !existsSync(place.split(' ')[0] ?? ''))).toEqual([])
  })

  it.each([
    ['a declaration', `function long() {\n${lines(79)}\n}`],
    ['an arrow', `const long = () => {\n${lines(79)}\n}`],
    ['a method', `const object = {\n  long() {\n${lines(79)}\n  },\n}`],
    ['a function in another', `function outer() {\n  function long() {\n${lines(79)}\n  }\n}`],
    ['one with others inside', `function long() {\n  const one = () => {\n    say()\n  }\n${lines(78)}\n}`],
  ])('behavior: finds %s with one line too many', (_, text) => {
    expect(longFunctions('a.ts', text)).toEqual([expect.stringMatching(/^a\.ts:\d+ long has 81 lines of its own/)])
  })

  it.each([
    ['one with as many as may be', `function long() {\n${lines(78)}\n}`],
    [
      'one whose lines are those of others',
      `function outer() {\n  function inner() {\n${lines(70)}\n  }\n${lines(60)}\n}`,
    ],
  ])('behavior: lets through %s', (_, text) => {
    expect(longFunctions('a.ts', text)).toEqual([])
  })

  it('behavior: measures elements of a page by the function that draws them', () => {
    const text = `export function View() {\n  return (\n    <a\n      onClick={() => {\n        go()\n      }}\n    />\n  )\n}`
    expect(ownLines('View.tsx', text)).toContainEqual({ name: 'View', line: 1, own: 7 })
  })

  it('behavior: finds an exception that is no longer needed', () => {
    const [place = ''] = Object.keys(exceptions)
    const [path = ''] = place.split(' ')
    expect(longFunctions(path, 'export const nothing = 1')).toEqual([`${place} is no exception any more`])
    expect(most).toBe(80)
  })
})
