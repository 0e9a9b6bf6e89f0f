import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { compileContracts } from '../../scripts/compileContracts.js'

function hasCompiler(): boolean {
  try {
    createRequire(import.meta.url).resolve('solc')
    return true
  } catch {
    return false
  }
}

describe('the bytecode of the local chains', () => {
  it.skipIf(!hasCompiler())(
    'is what the compiler makes of our own sources, to the byte',
    () => {
      const kept = readFileSync(new URL('./artifacts.json', import.meta.url), 'utf8')
      expect(compileContracts().json === kept, 'run `npx tsx scripts/compile.ts` in apps/devnet').toBe(true)
    },
    240_000,
  )
})
