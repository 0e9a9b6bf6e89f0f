import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staleReason } from './prepare.mjs'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'prepare-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, packages: object) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify({ packages }))
}

it('knows when what is installed is not what the lock names', () => {
  const a = { 'node_modules/a': { version: '1.0.0' } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: a }))
  expect(staleReason(root)).toBe('nothing is installed yet')
  write('node_modules/.package-lock.json', a)
  expect(staleReason(root)).toBeUndefined()
  write('package-lock.json', { 'node_modules/a': { version: '1.0.1' } })
  expect(staleReason(root)).toBe('a is not at 1.0.1')
})

it('does not miss what belongs to another platform, but a package of the workspace that nothing links to', () => {
  const other = {
    'node_modules/b-win32': { version: '1.0.0', optional: true },
    'node_modules/@latchkey/core': { link: true },
  }
  write('package-lock.json', {
    '': {},
    'packages/core': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    ...other,
  })
  expect(staleReason(root)).toBe('@latchkey/core is not linked')
  mkdirSync(join(root, 'node_modules/@latchkey/core'), { recursive: true })
  expect(staleReason(root)).toBeUndefined()
})
