import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { joinGroup, partModules, write } from './joinModules.mjs'

const compiled = {
  'package.json': '{ "type": "module", "sideEffects": false }',
  'errors.js':
    "export class Failure extends Error {}\nexport const base = { from: 'errors' }\nexport default function name() { return 'errors' }\n",
  'calls/fail.js':
    "import name, { Failure } from '../errors.js'\nexport const fail = () => new Failure(name())\nexport const later = () => import('../views/late.js')\n",
  'views/late.js':
    "import { Failure } from '../errors.js'\nimport { fail } from '../calls/fail.js'\nexport const isSame = fail() instanceof Failure\n",
  'early.js': "import { base } from './errors.js'\nexport const early = { ...base }\n",
  'user.js': "import { early } from './early.js'\nexport const user = () => early\n",
  'loud.js': "export const loaded = globalThis.loaded = 'loud'\n",
  'client.js': "'use client'\nexport const view = 'view'\n",
}
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('joinGroup', () => {
  it('behavior: each module exports what it did, once, and what is loaded later meets the same classes', async () => {
    const { folder, file, load } = await joined(['errors.js', 'calls/fail.js'])
    expect(readFileSync(file('errors.js'), 'utf8')).not.toContain('class')
    const { Failure, default: name } = await load('errors.js')
    const { fail, later } = await load('calls/fail.js')
    expect(fail()).toBeInstanceOf(Failure)
    expect([fail().message, name()]).toEqual(['errors', 'errors'])
    expect((await later()).isSame).toBe(true)
    expect(readdirSync(folder)).toContain('base.joined.js.map')
  })

  it('behavior: a module that does something when it is loaded stays as it is', async () => {
    const { file, text } = await joined(['errors.js', 'loud.js', 'calls/fail.js'])
    expect(readFileSync(file('loud.js'), 'utf8')).toBe(compiled['loud.js'])
    expect(text()).not.toContain('loud')
  })

  it('behavior: nor is one joined that imports it, which could have it evaluated before the joined file', async () => {
    const { text } = await joined(['errors.js', 'early.js', 'user.js', 'calls/fail.js'])
    expect(text()).toContain('fail')
    expect(text()).not.toMatch(/early|user/)
  })

  it('behavior: what is for clients says so, and so does the joined file', async () => {
    const { file, text } = await joined(['client.js', 'errors.js'])
    expect(readFileSync(file('client.js'), 'utf8')).toMatch(/^\/\/.*\n'use client'\n/)
    expect(text()).toMatch(/^'use client'\n/)
    expect(readFileSync(file('errors.js'), 'utf8')).not.toContain('use client')
  })

  it('behavior: a single module is not joined', async () => {
    const { folder } = await joined(['errors.js', 'loud.js'])
    expect(readdirSync(folder)).not.toContain('base.joined.js')
  })
})

describe('partModules', () => {
  it('behavior: puts back what the compiler wrote, and keeps what it wrote since', async () => {
    const { folder, file } = await joined(['errors.js', 'calls/fail.js'])
    const newer = 'export const fail = () => 2\n'
    writeFileSync(file('calls/fail.js'), newer)
    const all = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
    partModules(all)
    expect(readFileSync(file('errors.js'), 'utf8')).toBe(compiled['errors.js'])
    expect(readFileSync(file('calls/fail.js'), 'utf8')).toBe(newer)
    expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.compiled'))).toEqual([])
  })
})

async function joined(modules: readonly (keyof typeof compiled)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-join-'))
  folders.push(folder)
  for (const part of ['calls', 'views']) mkdirSync(join(folder, part))
  for (const [name, text] of Object.entries(compiled)) writeFileSync(join(folder, name), text)
  const file = (name: string) => join(folder, name)
  write(await joinGroup(file('base.joined.js'), modules.map(file)))
  return {
    folder,
    file,
    text: () => readFileSync(file('base.joined.js'), 'utf8'),
    // By its path, past the transform of the tests.
    load: (name: string) => import(/* @vite-ignore */ file(name)),
  }
}
