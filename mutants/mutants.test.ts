import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { mutants } from './list.mjs'
import { mutate } from './mutate.mjs'

type Told = { id: string; fault?: string }

/** Runs some of the mutants in a process of their own. */
async function run(ids: readonly string[]): Promise<Map<string, string | undefined>> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('run.mjs', import.meta.url)), ...ids], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LATCHKEY_MUTANT: '', LATCHKEY_RUN_FILE: '', LATCHKEY_NOW_FILE: '' },
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  const told = new Map<string, string | undefined>()
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"id"')) continue
    const { id, fault }: Told = JSON.parse(line)
    told.set(id, fault)
  }
  process.removeListener('exit', stop)
  for (const id of ids) if (!told.has(id)) told.set(id, `nothing was told of it. ${said.slice(-2_000)}`)
  return told
}

// Half of the test files each, so that two cores are used and no file is begun twice.
const files = [...new Set(mutants.map(({ test }) => test.file))]
const halves = [0, 1].map((half) =>
  mutants.filter(({ test }) => files.indexOf(test.file) % 2 === half).map(({ id }) => id),
)

describe('a test notices when', () => {
  let outcomes = new Map<string, string | undefined>()
  beforeAll(async () => {
    outcomes = new Map((await Promise.all(halves.map(run))).flatMap((told) => [...told]))
  })

  it.each(mutants.map(({ why, id }) => [why, id]))('%s', (_, id) => {
    expect(outcomes.get(id)).toBeUndefined()
  })
})

it('there are forty at least, each with a name of its own', () => {
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
  expect(mutants.length).toBeGreaterThanOrEqual(40)
})

it('a mutant whose line has changed says which line to name', () => {
  expect(() => mutate('approval/arming-time', 'const armingTime = 0')).toThrow(
    /'approval\/arming-time' in mutants\/list\.mjs does not fit: apps\/frame\/src\/screens\/guard\.ts has this text 0 times/,
  )
})
