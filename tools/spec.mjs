// `npm run spec`: which statements of docs/spec/requirements.tsv a passing test covers, by the reports of the last runs.
// `--area x` one area, `--missing` lists the statements that none covers, `--json` for a program.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Reads the statements.
 *
 * @param {string} text - The table with one header row.
 * @returns {{ id: string, area: string, statement: string }[]} One row a statement.
 */
export function readStatements(text) {
  const [header = '', ...lines] = text.split(/\r?\n/)
  const columns = header.split('\t')
  const [id, area, statement] = ['id', 'area', 'statement'].map((name) => columns.indexOf(name))
  return lines
    .filter((line) => line.trim())
    .map((line) => line.split('\t'))
    .map((cells) => ({ id: cells[id], area: cells[area], statement: cells[statement] }))
}

/**
 * Tells which statements are covered.
 *
 * A statement is covered when a test that names it passed and none that names it failed.
 *
 * @param {{ id: string, area: string, statement: string }[]} statements - The statements.
 * @param {{ project: string, files: Record<string, { tests: { title: string, status: string }[] }> }[]} reports - What the tests said.
 * @returns {{ rows: { id: string, area: string, statement: string, state: 'covered' | 'failing' | 'none', tests: string[] }[], unknown: { id: string, test: string }[] }}
 * The statements with their state, and the IDs that no statement has.
 */
export function coverage(statements, reports) {
  const byId = new Map(statements.map((statement) => [statement.id, { passed: [], failed: [] }]))
  const unknown = []
  for (const { files } of reports) {
    for (const [file, { tests }] of Object.entries(files)) {
      for (const { title, status } of tests) {
        for (const id of idsOf(title)) {
          const entry = byId.get(id)
          if (!entry) unknown.push({ id, test: `${file}: ${title}` })
          else if (status === 'passed') entry.passed.push(`${file}: ${title}`)
          else if (status === 'failed') entry.failed.push(`${file}: ${title}`)
        }
      }
    }
  }
  const rows = statements.map((statement) => {
    const { passed, failed } = byId.get(statement.id) ?? { passed: [], failed: [] }
    const state = failed.length ? 'failing' : passed.length ? 'covered' : 'none'
    return { ...statement, state, tests: failed.length ? failed : passed }
  })
  return { rows, unknown }
}

/** The statement IDs in a title: `[S3-25][S3-26] …` or `[S3-25, S3-26] …`. */
export function idsOf(title) {
  return [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = '']) => inside.match(/\bS\d+-\d+\b/g) ?? [])
}

function readReports(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

// A report says nothing about a source that was changed after it.
function staleProjects(root, reports) {
  const newest = (folder) => {
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []
    const sources = files.filter(
      (file) => /\.(ts|tsx|css|sql|sol)$/.test(file) && !/node_modules|(^|[\\/])dist[\\/]/.test(file),
    )
    return Math.max(0, ...sources.map((file) => statSync(join(folder, file)).mtimeMs))
  }
  const newestSource = Math.max(...['packages', 'apps', 'e2e', 'engines'].map((folder) => newest(join(root, folder))))
  return reports
    .filter(({ files }) => Object.values(files).some(({ ranAt }) => Date.parse(ranAt) < newestSource))
    .map(({ project }) => project)
}

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const option = (name) => {
    const at = process.argv.indexOf(name)
    return at === -1 ? undefined : process.argv[at + 1]
  }
  const area = option('--area')
  const statements = readStatements(readFileSync(join(root, 'docs/spec/requirements.tsv'), 'utf8'))
  const areas = [...new Set(statements.map((statement) => statement.area))].sort()
  if (area !== undefined && !areas.includes(area)) {
    console.error(`There is no area '${area}'. Areas: ${areas.join(', ')}`)
    return 1
  }
  const reports = readReports(join(root, '.reports'))
  if (reports.length === 0) {
    console.error('There are no reports yet: run npm test first.')
    return 1
  }
  const { rows, unknown } = coverage(statements, reports)
  const shown = area === undefined ? rows : rows.filter((row) => row.area === area)
  const stale = staleProjects(root, reports)
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ rows: shown, unknown, stale }, null, 1))
  } else {
    print(shown, process.argv.includes('--missing') || area !== undefined)
    if (stale.length) console.log(`\nOlder than the newest source, so run npm test again: ${stale.join(', ')}`)
  }
  for (const { id, test } of unknown) console.error(`No statement has the ID ${id}, which a test names: ${test}`)
  return unknown.length ? 1 : 0
}

function print(rows, withMissing) {
  const count = (some, state) => some.filter((row) => row.state === state).length
  const areas = [...new Set(rows.map((row) => row.area))].sort()
  for (const area of areas) {
    const own = rows.filter((row) => row.area === area)
    const failing = count(own, 'failing')
    console.log(
      `${area.padEnd(12)} ${String(count(own, 'covered')).padStart(3)} of ${String(own.length).padStart(3)}${failing ? `   ${failing} failing` : ''}`,
    )
    if (!withMissing) continue
    for (const row of own.filter(({ state }) => state !== 'covered')) {
      console.log(`  ${row.id.padEnd(7)} ${row.state === 'failing' ? 'FAILING ' : ''}${row.statement}`)
    }
  }
  console.log(
    `${'all'.padEnd(12)} ${String(count(rows, 'covered')).padStart(3)} of ${String(rows.length).padStart(3)} statements have a passing test`,
  )
  if (!withMissing) console.log('The others: npm run spec -- --missing')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main()
