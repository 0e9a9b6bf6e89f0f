import { execFileSync, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const tsc = 'node_modules/typescript/bin/tsc'
/** What it may cost a compiler to know a registered config, in types that it makes. */
const mostInstantiations = 20_000

// The other tests of types, packages/*/src/**/*.test-d.ts, are compiled by `tsc -b` itself.
it('a registered config is known to actions, hooks and the modal, at a price', () => {
  // As an app has it: against declarations.
  execFileSync(process.execPath, [tsc, '-b', 'packages/solana', 'packages/react'])
  const args = [tsc, '-p', 'guards/typed', '--extendedDiagnostics', '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout.split('\n').filter((line) => / error /.test(line))).toEqual([])
  const said = /^Instantiations:\s+(\d+)/m.exec(stdout)
  expect(Number(said?.[1])).toBeGreaterThan(0)
  expect(Number(said?.[1])).toBeLessThan(mostInstantiations)
})
