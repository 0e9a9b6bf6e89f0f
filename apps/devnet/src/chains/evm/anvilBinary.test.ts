import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anvilBinary } from './anvilBinary.js'

describe('anvilBinary', () => {
  it('behavior: finds the program of this machine', () => {
    expect(existsSync(anvilBinary())).toBe(true)
  })

  it('error: a machine without a node is told so, with a way out', () => {
    const unknown = expect.objectContaining({
      code: 'INVALID_CONFIG',
      message: 'There is no local chain node for aix-ppc',
    })
    expect(() => anvilBinary('aix', 'ppc')).toThrow(unknown)
    const [platform, arch] = process.platform === 'darwin' ? ['linux', 'x64'] : ['darwin', 'arm64']
    expect(() => anvilBinary(platform, arch)).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        hints: expect.arrayContaining([expect.stringContaining('npm ci')]),
      }),
    )
  })
})
