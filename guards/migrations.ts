import { readdirSync, readFileSync } from 'node:fs'
import { readSource } from './imports.js'
import { packages } from './packages.js'
import type { Sample } from './samples.js'

/** The names that another kit has, by the page that says what is ours instead, and under which heading. */
export type Kits = {
  readonly [page: string]: {
    readonly kit: string
    readonly version: string
    readonly names: { readonly [heading: string]: readonly string[] }
  }
}

/** One line of a table that has two columns: theirs and ours. */
type Row = { readonly line: number; readonly heading: string; readonly theirs: string; readonly ours: string }

/** The kits whose users have a page, with all that they may look for. */
export function readKits(): Kits {
  return JSON.parse(readFileSync('guards/migrations.json', 'utf8'))
}

/**
 * Finds what a migration page leaves out.
 *
 * @param text - The page.
 * @param kit - What it has to name, under which headings.
 * @returns A line for each name without a row, and for each row that names nothing of ours and does not say why.
 */
export function gapsOf(text: string, { version, names }: Kits[string]): string[] {
  const rows = rowsOf(text)
  const missing = Object.entries(names).flatMap(([heading, wanted]) => {
    const spans = rows.filter((row) => row.heading === heading).flatMap(({ theirs }) => spansOf(theirs))
    return wanted
      .filter((name) => !spans.some((span) => has(span, name)))
      .map((name) => `${heading}: ${name} has no row`)
  })
  const silent = rows
    .filter(({ ours }) => !/^None: ./.test(ours) && spansOf(ours).length === 0 && !/^(the same|see )/.test(ours))
    .map(({ line, theirs }) => `line ${line}: ${theirs} has no counterpart, and no reason`)
  return [...missing, ...silent, ...(text.includes(` ${version};`) ? [] : [`The page does not name ${version}.`])]
}

/**
 * Turns what a page says of ours into code, each line where it stands, so that the compiler finds what we do not have.
 *
 * @param file - The page, from the root.
 * @param text - What stands in it.
 * @param foreign - Names of other packages that it may use.
 * @returns A sample for `complaintsAbout`.
 */
export function counterpartsOf(file: string, text: string, foreign: readonly string[]): Sample {
  const rows = rowsOf(text)
  const lines = text.split('\n').map(() => '')
  // A reason may name what is refused.
  const refused = rows.flatMap(({ theirs }) => spansOf(theirs).flatMap(namesOf))
  for (const { line, ours } of rows) {
    const spans = spansOf(ours).filter((span) => !/^(npm |--lk-|@?[\w-]+\/)/.test(span))
    const known = new Set([...keywords, ...foreign, ...(ours.startsWith('None: ') ? refused : [])])
    const names = spans.flatMap(namesOf).filter((name) => !known.has(name))
    const texts = spans.flatMap(textsOf).filter((said) => !said.startsWith('@latchkey/'))
    lines[line - 1] = [
      ...names.map((name) => `void ours.${name}`),
      ...texts.map((said) => `void words[${JSON.stringify(said)}]`),
    ].join('; ')
  }
  return { file, line: 1, code: `${lines.join('\n')}\n`, extension: 'ts' }
}

/**
 * Finds entry points and variables of ours that a page names and that are not there.
 *
 * @param text - The page.
 * @returns Each of them.
 */
export function strangersIn(text: string): string[] {
  const entryPoints = packages().flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {}).map((entryPoint) => manifest.name + entryPoint.slice(1)),
  )
  const styles = readdirSync('packages/react/src/theme').filter((file) => file.endsWith('.css'))
  const css = styles.map((file) => readSource('packages/react/src/theme', file)).join('\n')
  const named = rowsOf(text).flatMap(({ ours }) => spansOf(ours))
  return [
    ...named
      .flatMap((span) => span.match(/@latchkey\/[\w./]+/g) ?? [])
      .filter((entryPoint) => !isEntryPoint(entryPoint, entryPoints)),
    ...named.flatMap((span) => span.match(/--lk-[a-z-]+/g) ?? []).filter((name) => !css.includes(`var(${name}`)),
  ]
}

// Packages are installed by their names, which are no entry points of theirs.
function isEntryPoint(entryPoint: string, entryPoints: readonly string[]): boolean {
  return entryPoints.includes(entryPoint) || entryPoints.some((known) => known.startsWith(`${entryPoint}/`))
}

const keywords = ['as', 'async', 'await', 'const', 'config', 'false', 'from', 'import', 'true', 'undefined']

function rowsOf(text: string): readonly Row[] {
  let heading = ''
  return text.split('\n').flatMap((line, at): Row[] => {
    heading = /^## (.*)$/.exec(line)?.[1] ?? heading
    const cells = /^\| (.*) \|$/.exec(line)?.[1]?.split(/ (?<!\\)\| /)
    const [theirs = '', ours = ''] = cells ?? []
    return cells?.length === 2 && ours !== 'Latchkey' ? [{ line: at + 1, heading, theirs, ours }] : []
  })
}

function spansOf(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
}

/** The identifiers of a piece of code. */
function namesOf(span: string): readonly string[] {
  return span.replaceAll(quoted, ' ').match(/(?<![\w-])[A-Za-z_]\w*/g) ?? []
}

/** What stands in quotes in a piece of code. */
function textsOf(span: string): readonly string[] {
  return [...span.matchAll(quoted)].map(([text]) => text.slice(1, -1))
}

const quoted = /'[^']*'|"[^"]*"/g

function has(span: string, name: string): boolean {
  const at = span.indexOf(name)
  return at >= 0 && !/[\w.-]/.test(span[at - 1] ?? '') && !/[\w-]/.test(span[at + name.length] ?? '')
}
