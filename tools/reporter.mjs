// Keeps what each test said in `.reports/<project>.json`, so that `npm run spec` can tell which statements are covered.
// A run of a part of the tests replaces only what it ran.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export default class Reporter {
  constructor({ folder = '.reports' } = {}) {
    this.folder = folder
  }

  onInit(vitest) {
    this.root = vitest.config.root
  }

  onTestRunEnd(modules) {
    for (const [project, own] of groupBy(modules)) this.keep(project, own)
  }

  keep(project, modules) {
    const file = join(this.root, this.folder, `${project}.json`)
    const files = { ...readFiles(file) }
    for (const module of modules) files[relative(this.root, module.moduleId).replaceAll('\\', '/')] = summary(module)
    for (const path of Object.keys(files)) if (!existsSync(join(this.root, path))) delete files[path]
    mkdirSync(join(this.root, this.folder), { recursive: true })
    writeFileSync(`${file}.${process.pid}`, `${JSON.stringify({ project, files }, null, 1)}\n`)
    renameSync(`${file}.${process.pid}`, file)
  }
}

function summary(module) {
  const tests = [...module.children.allTests()].map((test) => ({ title: test.fullName, status: test.result().state }))
  // A file that could not be loaded has no tests, yet it must not look as if it had none.
  const errors = module.errors().map((error) => error.message)
  return { ranAt: new Date().toISOString(), tests, ...(errors.length ? { errors } : {}) }
}

function readFiles(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).files
  } catch {
    return {}
  }
}

function groupBy(modules) {
  const groups = new Map()
  for (const module of modules) {
    // 'react (chromium)' is the react project, whichever browser it ran in.
    const name = module.project.name.split(' ')[0]
    groups.set(name, [...(groups.get(name) ?? []), module])
  }
  return groups
}
