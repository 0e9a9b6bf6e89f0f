// Keeps what each test said in `.reports/<project>.json`, so that `npm run spec` can tell which statements are covered.
// A run of a part of the tests replaces only what it ran. With LATCHKEY_RUN_FILE set, the sums of the run go there too.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export default class Reporter {
  constructor({ folder = '.reports' } = {}) {
    this.folder = folder
  }

  onInit(vitest) {
    this.root = vitest.config.root
  }

  // What a run that is stopped or dies was at: nothing else of it is kept.
  onTestCaseReady(test) {
    if (!process.env.LATCHKEY_NOW_FILE) return
    const file = relative(this.root, test.module.moduleId).replaceAll('\\', '/')
    writeFileSync(process.env.LATCHKEY_NOW_FILE, JSON.stringify({ file, title: test.fullName }))
  }

  onTestRunEnd(modules, unhandledErrors) {
    const projects = new Map()
    for (const module of modules) {
      // 'react (chromium)' is the react project, whichever browser it ran in.
      const name = module.project.name.split(' ')[0]
      projects.set(name, [...(projects.get(name) ?? []), this.summary(module)])
    }
    for (const [project, summaries] of projects) this.keep(project, summaries)
    if (process.env.LATCHKEY_RUN_FILE) {
      appendFileSync(
        process.env.LATCHKEY_RUN_FILE,
        `${JSON.stringify(sums([...projects.values()].flat(), unhandledErrors, this.root))}\n`,
      )
    }
  }

  summary(module) {
    const tests = [...module.children.allTests()].map((test) => {
      const { state, errors } = test.result()
      const reason = errors?.length ? { reason: errors.map((error) => reasonOf(error, this.root)).join('\n') } : {}
      return { title: test.fullName, status: state, ...reason }
    })
    // A file that could not be loaded has no tests, yet it must not look as if it had none.
    const errors = module.errors().map((error) => error.message)
    const file = relative(this.root, module.moduleId).replaceAll('\\', '/')
    // In a browser the time of preparing a file is that since the run began.
    const { collectDuration, setupDuration, duration } = module.diagnostic()
    const took = Math.round(collectDuration + setupDuration + duration)
    return { file, ranAt: new Date().toISOString(), took, tests, ...(errors.length ? { errors } : {}) }
  }

  keep(project, summaries) {
    const path = join(this.root, this.folder, `${project}.json`)
    mkdirSync(join(this.root, this.folder), { recursive: true })
    // Two runs of parts of one project may end at once.
    alone(`${path}.lock`, () => {
      const files = readFiles(path)
      for (const { file, ...rest } of summaries) files[file] = rest
      for (const file of Object.keys(files)) if (!existsSync(join(this.root, file))) delete files[file]
      writeFileSync(`${path}.${process.pid}`, `${JSON.stringify({ project, files }, null, 1)}\n`)
      renameSync(`${path}.${process.pid}`, path)
    })
  }
}

function sums(summaries, unhandledErrors, root) {
  const tests = summaries.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, file })))
  const failures = [
    ...tests.filter(({ status }) => status === 'failed').map(({ file, title, reason }) => ({ file, title, reason })),
    ...summaries.filter(({ errors }) => errors).map(({ file, errors }) => ({ file, title: firstLine(errors[0]) })),
    ...unhandledErrors.map((error) => ({
      file: fileOf(error, root),
      title: `outside of a test: ${firstLine(error.message)}`,
    })),
  ]
  const count = (status) => tests.filter((test) => test.status === status).length
  const broken = summaries.filter(({ errors }) => errors).length + unhandledErrors.length
  const skips = {}
  for (const { file, title, status } of tests) {
    if (status !== 'skipped') continue
    const suite = `${file}: ${title.split(' > ')[0]}`
    skips[suite] = (skips[suite] ?? 0) + 1
  }
  const times = summaries.map(({ file, took }) => ({ file, took }))
  return {
    passed: count('passed'),
    failed: count('failed') + broken,
    skipped: count('skipped'),
    skips,
    failures,
    times,
  }
}

function fileOf(error, root) {
  const path = error.VITEST_TEST_PATH
  return typeof path === 'string' ? relative(root, path).replaceAll('\\', '/') : undefined
}

/** What went wrong and where, short enough for a list. */
function reasonOf({ message, stacks }, root) {
  const lines = stripVTControlCharacters(String(message)).split('\n').slice(0, 12)
  const own = stacks?.find(({ file }) => !file.includes('node_modules'))
  const where = own ? `at ${relative(root, own.file).replaceAll('\\', '/')}:${own.line}` : undefined
  return [...lines.map((line) => line.slice(0, 240)), ...(where ? [where] : [])].join('\n')
}

/** Does what one process may do at a time; a lock that somebody left is taken over after ten seconds. */
function alone(lock, work) {
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 10_000) {
        try {
          rmdirSync(lock)
        } catch {}
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
  try {
    work()
  } finally {
    rmdirSync(lock)
  }
}

function firstLine(text) {
  return String(text).split('\n')[0].slice(0, 200)
}

function readFiles(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).files
  } catch {
    return {}
  }
}
