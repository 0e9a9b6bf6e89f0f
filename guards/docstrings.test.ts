import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { publicEntryPoints, wordless } from './docstrings.js'

const folder = mkdtempSync(join(tmpdir(), 'docstrings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('docstrings', () => {
  it.each(publicEntryPoints())('%s: every name has words, and every function an example', (entryPoint) => {
    expect(wordless(entryPoint)).toEqual([])
  })

  it('would see a name without words, a function without an example, and one that is gone', () => {
    const said = '/** Says. */\nexport type Said = 1\n'
    const does = '/**\n * Does.\n *\n * @example\n * does()\n */\nexport async function does() {}\n'
    writeFileSync(
      join(folder, 'inside.ts'),
      `${said}${does}/** Mute. */\nexport function mute() {}\nexport const bare = 1\n`,
    )
    const entryPoint = join(folder, 'index.ts')
    writeFileSync(
      entryPoint,
      "export { bare, does, gone, mute as quiet, type Said } from './inside.js'\nexport type Own = 1\n",
    )
    expect(wordless(entryPoint).map((line) => line.replace(/^.*: /, ''))).toEqual([
      'bare has no docstring',
      'gone is not written there',
      'mute has no example',
      'Own has no docstring',
    ])
  })

  it('looks at the entry points of every published package', () => {
    for (const name of ['protocol', 'core', 'bitcoin', 'polkadot', 'cosmos', 'solana', 'connectors', 'react'])
      expect(publicEntryPoints().some((entryPoint) => entryPoint.startsWith(`packages/${name}/`))).toBe(true)
  })
})
