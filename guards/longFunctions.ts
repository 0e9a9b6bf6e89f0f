import { parseSync } from 'vite'

/** How many lines of its own a function may have; those of functions inside it are theirs. */
export const most = 80

/** Functions with more, by file and name, and why; one that has no longer more leaves the list. */
export const exceptions: { readonly [place: string]: string } = {
  'apps/server/src/platform/metrics/metrics.ts createMetrics': 'a table: an entry for each figure',
  'packages/connectors/src/embedded/createEmbedded.ts createEmbedded':
    'its size: with session and providers apart, what a page pays at first grows by 100 bytes, beyond its limit',
}

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [part: string]: unknown }
type Found = { readonly name: string; readonly first: number; readonly last: number; readonly inside: Set<number> }

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const named = new Set(['VariableDeclarator', 'Property', 'PropertyDefinition', 'MethodDefinition'])

/**
 * Measures the functions of a file by the lines that are their own: a function inside another leaves the outer one its first line.
 *
 * @param path - The file, whose ending says what is in it.
 * @param source - Its source.
 * @returns The name and the own lines of each function.
 */
export function ownLines(path: string, source: string): { name: string; line: number; own: number }[] {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  const lineAt = (at: number) => ends.filter((end) => end < at).length + 1
  const found: Found[] = []

  function visit(value: unknown, name: string, outer: Found | undefined): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, name, outer)
      return
    }
    if (!isNode(value)) return
    let holder = outer
    if (functions.has(value.type)) {
      const [first, last] = [lineAt(value.start), lineAt(value.end)]
      holder = { name: nameOf(value.id) ?? name, first, last, inside: new Set() }
      found.push(holder)
      for (let line = first + 1; line <= last; line++) outer?.inside.add(line)
    }
    const inner = named.has(value.type) ? (nameOf(value.id) ?? nameOf(value.key) ?? name) : name
    for (const part of Object.values(value)) visit(part, inner, holder)
  }

  visit(parseSync(path, source).program, '(nameless)', undefined)
  return found.map(({ name, first, last, inside }) => ({ name, line: first, own: last - first + 1 - inside.size }))
}

/**
 * Finds the functions of a file that have more lines of their own than one may have.
 *
 * @param path - The file, from the root of the project.
 * @param source - Its source.
 * @returns A line for each, without those that the list of exceptions names; one for each exception of the file that needs none.
 */
export function longFunctions(path: string, source: string): string[] {
  const long = ownLines(path, source).filter(({ own }) => own > most)
  const excepted = Object.keys(exceptions).filter((place) => place.startsWith(`${path} `))
  return [
    ...long
      .filter(({ name }) => !excepted.includes(`${path} ${name}`))
      .map(({ name, line, own }) => `${path}:${line} ${name} has ${own} lines of its own; at most ${most}`),
    ...excepted
      .filter((place) => !long.some(({ name }) => place === `${path} ${name}`))
      .map((place) => `${place} is no exception any more`),
  ]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && typeof value.name === 'string' ? value.name : undefined
}
