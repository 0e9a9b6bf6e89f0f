// Runs the tests of each mutant in turn and prints a line of JSON for each: whether an assertion of a named test failed.
// Usage: LATCHKEY_MUTANT= node mutants/run.mjs [id ...]
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import { mutants } from './list.mjs'
import { mutate } from './mutate.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const asked = process.argv.slice(2)
const chosen = mutants.filter(({ id }) => asked.length === 0 || asked.includes(id))
process.env.LATCHKEY_MUTANT = ''
process.env.TEST = 'true'
process.env.VITEST = 'true'
process.env.NODE_ENV ??= 'test'

const vitest = await createVitest('test', {
  root,
  watch: false,
  project: [...new Set(chosen.map(({ test }) => projectOf(test.file)))],
  maxWorkers: 1,
  // Their outcome is told here; a list of failed tests would only tell that the mutants are found.
  reporters: [{}],
  onConsoleLog: () => false,
})

// A test that fails without the change finds nothing, so each is seen to pass first, all of a file at once.
const unchanged = new Map()
for (const file of new Set(chosen.map(({ test }) => test.file))) {
  const titles = chosen.filter(({ test }) => test.file === file).map(({ test }) => test.title)
  const { tests, faults } = await run(file, titles)
  for (const title of titles) {
    const own = tests.filter(({ name }) => name.includes(title))
    const failed = own.find(({ state }) => state !== 'passed')
    if (faults.length > 0) unchanged.set(file + title, `${file} cannot be run: ${faults[0]}`)
    else if (own.length === 0) unchanged.set(file + title, `${file} has no test called '${title}'`)
    else if (failed) unchanged.set(file + title, `'${failed.name}' does not pass without the change: ${failed.reason}`)
  }
}

for (const { id, file, test } of chosen) {
  const started = Date.now()
  const fault = unchanged.get(test.file + test.title) ?? (await change(id, file, test))
  console.log(JSON.stringify({ id, ms: Date.now() - started, ...(fault ? { fault } : {}) }))
}
await vitest.close()
process.exit()

/** Gives what is wrong with a mutant or its test; nothing when an assertion notices the change. */
async function change(id, file, test) {
  let path
  try {
    path = mutate(id).path
  } catch (error) {
    return error.message
  }
  process.env.LATCHKEY_MUTANT = id
  vitest.invalidateFile(path)
  const { tests, faults } = await run(test.file, [test.title])
  process.env.LATCHKEY_MUTANT = ''
  vitest.invalidateFile(path)
  if (faults.length > 0) return `${test.file} cannot be run with the change: ${faults[0]}`
  const failed = tests.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return `'${test.title}' in ${test.file} passes although ${file} decides otherwise`
  if (!failed.some(({ isAssertion }) => isAssertion))
    return `'${test.title}' in ${test.file} fails, but by no assertion of its own: ${failed[0].reason}`
  return undefined
}

async function run(file, titles) {
  const project = vitest.projects.find(({ name }) => name === projectOf(file))
  const testNamePattern = new RegExp(titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'))
  const specification = project.createSpecification(join(root, file), { testNamePattern })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification], false)
  const tests = testModules
    .flatMap((module) => [...module.children.allTests()])
    .map((each) => ({ name: each.fullName, ...each.result() }))
    .filter(({ state }) => state !== 'skipped')
    .map(({ name, state, errors = [] }) => ({
      name,
      state,
      reason: errors[0]?.message?.split('\n')[0],
      isAssertion: errors.some(isAssertion),
    }))
  const faults = [...testModules.flatMap((module) => module.errors()), ...unhandledErrors]
  return { tests, faults: faults.map(({ message }) => String(message).split('\n')[0]) }
}

function isAssertion(error) {
  return error?.name === 'AssertionError' || (error?.cause !== undefined && isAssertion(error.cause))
}

function projectOf(file) {
  if (file.startsWith('packages/')) return file.split('/')[1]
  return file.startsWith('apps/frame/') ? 'frame' : 'server'
}
