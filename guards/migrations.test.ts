import { describe, expect, it } from 'vitest'
import { readSource } from './imports.js'
import { counterpartsOf, gapsOf, readKits, strangersIn } from './migrations.js'

const kits = Object.entries(readKits())

describe.each(kits)('%s', (page, kit) => {
  const text = readSource('.', page)

  it('says what there is for each name of the kit, or why there is nothing', () => {
    expect(gapsOf(text, kit)).toEqual([])
  })

  it('names entry points and variables that we have', () => {
    expect(strangersIn(text)).toEqual([])
  })
})

describe('the migration pages', () => {
  const page = [
    '# From Kit',
    'The names are those of Kit 1.2.3; and so on.',
    '## Options',
    '| Kit | Latchkey |',
    '|---|---|',
    '| `mode`, `a.deep` | `themeMode="dark"`, `<ChainButton />` of `@latchkey/react/nothing`, `--lk-nothing` |',
    '| `gone` | none |',
    '| `away` | None: because |',
  ].join('\n')

  it('are for three kits, each by its version', () => {
    expect(kits.map(([, { kit }]) => kit).sort()).toEqual(['AppKit', 'ConnectKit', 'RainbowKit'])
    for (const [, { version, names }] of kits) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(Object.values(names).flat().length).toBeGreaterThan(80)
    }
  })

  it('are refused with a name that is left out, one that stands under another heading, and one without a reason', () => {
    const names = { Options: ['mode', 'a.deep', 'deep', 'gone', 'away', 'mod'], Others: ['mode'] }
    expect(gapsOf(page, { kit: 'Kit', version: '1.2.4', names })).toEqual([
      'Options: deep has no row',
      'Options: mod has no row',
      'Others: mode has no row',
      'line 7: `gone` has no counterpart, and no reason',
      'The page does not name 1.2.4.',
    ])
  })

  it('are refused with an entry point or a variable that is not there', () => {
    expect(strangersIn(page)).toEqual(['@latchkey/react/nothing', '--lk-nothing'])
  })

  it('give what they say of ours to the compiler, line by line', () => {
    expect(counterpartsOf('docs/kit.md', page, []).code.split('\n')[5]).toBe(
      'void ours.themeMode; void ours.ChainButton; void words["dark"]',
    )
  })
})
