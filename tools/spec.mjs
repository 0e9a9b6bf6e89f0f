// `npm run spec`: which statements of docs/spec/requirements.tsv a passing test proves, and where, by the reports of the last runs.
// `--area x` one area, an ID one statement with its tests, `--missing` lists the statements that none proves, `--json` for a program.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where tests run, from the visitor to the single function. */
const places = {
  page: "visitor's browser",
  component: 'component in a browser',
  wire: 'peer on the wire',
  unit: 'unit',
}

/** Where a row of each `observe_via` has to be seen; a unit may be seen anywhere. */
const seenIn = { 'browser e2e': ['page', 'component'], HTTP: ['wire', 'page'], websocket: ['wire', 'page'] }

/**
 * Reads the statements.
 *
 * @param {string} text - The table with one header row.
 * @returns {{ id: string, area: string, statement: string, via: string }[]} One row a statement.
 */
export function readStatements(text) {
  const [header = '', ...lines] = text.split(/\r?\n/)
  const columns = header.split('\t')
  const [id, area, statement, via] = ['id', 'area', 'statement', 'observe_via'].map((name) => columns.indexOf(name))
  return lines
    .filter((line) => line.trim())
    .map((line) => line.split('\t'))
    .map((cells) => ({ id: cells[id], area: cells[area], statement: cells[statement], via: cells[via] ?? '' }))
}

/**
 * Tells where the tests of a file run.
 *
 * @param {string} file - Path from the root.
 * @returns {'page' | 'component' | 'wire' | 'unit'} The place.
 */
export function placeOf(file) {
  if (/^(e2e|engines)\//.test(file)) return 'page'
  if (/\.browser\.test\.tsx?$/.test(file)) return 'component'
  if (/^(packages\/react|apps\/web)\//.test(file) && !/\.(node|rules)\.test\.tsx?$/.test(file)) return 'component'
  return /^(apps\/server|deep)\//.test(file) ? 'wire' : 'unit'
}

/**
 * Tells which statements are proven, and where.
 *
 * A statement is `proven` when a test that names it passed at a place where the row can be observed, and none that names it
 * failed. It is `elsewhere` when tests passed at other places alone, and `shape` when they show a message that the peer refuses.
 *
 * @param {{ id: string, area: string, statement: string, via: string }[]} statements - The statements.
 * @param {{ project: string, files: Record<string, { tests: { title: string, status: string }[] }> }[]} reports - What the tests said.
 * @returns {{ rows: { id: string, area: string, statement: string, via: string, state: 'proven' | 'elsewhere' | 'shape' | 'failing' | 'none', places: string[], tests: string[] }[], unknown: { id: string, test: string }[] }}
 * The statements with their state, and the IDs that no statement has.
 */
export function coverage(statements, reports) {
  const byId = new Map(
    statements.map((statement) => [statement.id, { passed: [], failed: [], shapes: [], places: new Set() }]),
  )
  const unknown = []
  const tests = reports.flatMap(({ files }) =>
    Object.entries(files).flatMap(([file, { tests }]) => tests.map((test) => ({ ...test, file }))),
  )
  for (const { file, title, status } of tests) {
    const test = `${file}: ${title}`
    for (const { id, isShape } of namesOf(title)) {
      const entry = byId.get(id)
      if (!entry) unknown.push({ id, test })
      else if (status === 'failed') entry.failed.push(test)
      else if (status === 'passed' && isShape) entry.shapes.push(test)
      else if (status === 'passed') {
        entry.passed.push(test)
        entry.places.add(placeOf(file))
      }
    }
  }
  const rows = statements.map((statement) => {
    const { passed, failed, shapes, places } = byId.get(statement.id)
    const state = failed.length
      ? 'failing'
      : passed.length
        ? (seenIn[statement.via] ?? [...places]).some((place) => places.has(place))
          ? 'proven'
          : 'elsewhere'
        : shapes.length
          ? 'shape'
          : 'none'
    return { ...statement, state, places: [...places], tests: failed.length ? failed : [...passed, ...shapes] }
  })
  return { rows, unknown }
}

/** The statement IDs in a title: `[S3-25][S3-26] …` or `[S3-25, S3-26] …`; `[shape S7-84]` where the peer refuses the message. */
export function idsOf(title) {
  return namesOf(title).map(({ id }) => id)
}

function namesOf(title) {
  return [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = '']) =>
    (inside.match(/\bS\d+-\d+\b/g) ?? []).map((id) => ({ id, isShape: /\bshape\b/.test(inside) })),
  )
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
  const asked = process.argv.slice(2).filter((word) => /^S\d+-\d+$/.test(word))
  const lacking = asked.filter((id) => !rows.some((row) => row.id === id))
  if (lacking.length) {
    console.error(`No statement has the ID ${lacking.join(', ')}.`)
    return 1
  }
  if (asked.length) {
    for (const row of rows.filter(({ id }) => asked.includes(id))) console.log(tell(row))
    if (stale.length) console.log(`\nOlder than the newest source, so run npm test again: ${stale.join(', ')}`)
    return 0
  }
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ rows: shown, unknown, stale }, null, 1))
  } else {
    print(shown, process.argv.includes('--missing') || area !== undefined)
    if (stale.length) console.log(`\nOlder than the newest source, so run npm test again: ${stale.join(', ')}`)
  }
  for (const { id, test } of unknown) console.error(`No statement has the ID ${id}, which a test names: ${test}`)
  return unknown.length ? 1 : 0
}

/**
 * Tells one statement in full: where it has to be observed, and the tests that name it.
 *
 * @param {ReturnType<typeof coverage>['rows'][number]} row - The statement.
 * @returns {string} A few lines.
 */
export function tell({ id, statement, via, state, places: seen, tests }) {
  const where = seen.map((place) => places[place]).join(', ')
  const lines = [
    `${id}  ${statement}`,
    `  observed by: ${via}`,
    `  state: ${state}${where === '' ? '' : ` (${where})`}`,
  ]
  return [...lines, ...tests.map((test) => `  ${test}`)].join('\n')
}

function print(rows, withMissing) {
  const count = (some, state) => some.filter((row) => row.state === state).length
  const areas = [...new Set(rows.map((row) => row.area))].sort()
  const others = { elsewhere: 'not where the row is observed', shape: 'shape only', failing: 'failing' }
  for (const area of areas) {
    const own = rows.filter((row) => row.area === area)
    const notes = Object.entries(others).flatMap(([state, words]) =>
      count(own, state) ? [`${count(own, state)} ${words}`] : [],
    )
    const of = `${String(count(own, 'proven')).padStart(3)} of ${String(own.length).padStart(3)}`
    console.log([area.padEnd(12), of, ...(notes.length ? ['', notes.join(', ')] : [])].join(' ').trimEnd())
    if (!withMissing) continue
    for (const row of own.filter(({ state }) => state !== 'proven')) {
      const note = others[row.state] ? `(${others[row.state]}) ` : ''
      console.log(`  ${row.id.padEnd(7)} ${note}${row.statement}`)
    }
  }
  const all = (of) => String(of.length).padStart(3)
  console.log('')
  for (const [place, words] of Object.entries(places)) {
    const best = rows.filter((row) => row.state === 'proven' && bestOf(row.places) === place)
    console.log(`${words.padEnd(24)} ${all(best)}`)
  }
  console.log(
    `${'all'.padEnd(24)} ${all(rows.filter(({ state }) => state === 'proven'))} of ${all(rows)} statements have a passing test where they are observed`,
  )
  if (!withMissing) console.log('The others: npm run spec -- --missing')
}

function bestOf(seen) {
  return Object.keys(places).find((place) => seen.includes(place))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main()
