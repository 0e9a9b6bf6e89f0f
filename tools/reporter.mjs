// Keeps what each test said in `.reports/<project>.json`, so that `npm run spec` can tell which statements are covered.
// A run of a part of the tests replaces only what it ran. With LATCHKEY_RUN_FILE set, the sums of the run go there too.
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export default class Reporter {
  constructor({ folder = '.reports' } = {}) {
    this.folder = folder
  }

  onInit(vitest) {
    this.root = vitest.config.root
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
        `${JSON.stringify(sums([...projects.values()].flat(), unhandledErrors))}\n`,
      )
    }
  }

  summary(module) {
    const tests = [...module.children.allTests()].map((test) => ({ title: test.fullName, status: test.result().state }))
    // A file that could not be loaded has no tests, yet it must not look as if it had none.
    const errors = module.errors().map((error) => error.message)
    const file = relative(this.root, module.moduleId).replaceAll('\\', '/')
    return { file, ranAt: new Date().toISOString(), tests, ...(errors.length ? { errors } : {}) }
  }

  keep(project, summaries) {
    const path = join(this.root, this.folder, `${project}.json`)
    const files = readFiles(path)
    for (const { file, ...rest } of summaries) files[file] = rest
    for (const file of Object.keys(files)) if (!existsSync(join(this.root, file))) delete files[file]
    mkdirSync(join(this.root, this.folder), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, `${JSON.stringify({ project, files }, null, 1)}\n`)
    renameSync(`${path}.${process.pid}`, path)
  }
}

function sums(summaries, unhandledErrors) {
  const tests = summaries.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, file })))
  const count = (status) => tests.filter((test) => test.status === status).length
  const broken = summaries.filter(({ errors }) => errors).length + unhandledErrors.length
  const skips = {}
  for (const { file, title, status } of tests) {
    if (status !== 'skipped') continue
    const suite = `${file}: ${title.split(' > ')[0]}`
    skips[suite] = (skips[suite] ?? 0) + 1
  }
  return { passed: count('passed'), failed: count('failed') + broken, skipped: count('skipped'), skips }
}

function readFiles(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).files
  } catch {
    return {}
  }
}
