import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeFolder } from './lock.js'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('takeFolder', () => {
  it('behavior: is taken once, and again when it was given back', () => {
    const release = takeFolder(dir)
    expect(() => takeFolder(dir)).toThrow(`Latchkey already runs in ${dir} (process ${process.pid})`)
    release()
    expect(existsSync(join(dir, 'lock'))).toBe(false)
    takeFolder(dir)()
  })

  it.each([
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 12_345, born: 'x' })],
    ['that is torn', 'torn {'],
    // A process number lives on as another's only where the system tells when a process began.
    ...(process.platform === 'linux'
      ? [['of a process number that lives on as another', JSON.stringify({ pid: process.ppid, born: 'long ago' })]]
      : []),
  ])('behavior: a lock %s is taken over', (_, text = '') => {
    writeFileSync(join(dir, 'lock'), text)
    takeFolder(dir)()
    expect(existsSync(join(dir, 'lock'))).toBe(false)
  })
})
