import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** One import of a file, as written. */
export type Import = { specifier: string; line: number; lazy: boolean }

const statement =
  /(?:^|[;\s])(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|[;\s])import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]/g

/**
 * Reads what a file imports: values and types, re-exports, and `import()` alike. What stands in comments is not read.
 *
 * @param text - The source of the file.
 * @returns The imports in the order in which they stand.
 */
export function importsOf(text: string): Import[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...code.matchAll(statement)].map((match) => ({
    specifier: match[1] ?? match[2] ?? match[3] ?? '',
    lazy: match[3] !== undefined,
    line: code.slice(0, match.index + match[0].length).split('\n').length,
  }))
}

/** The package that a specifier names; undefined for a relative path. */
export function packageOf(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || /^(node|virtual|vite|data|https?):/.test(specifier)) return undefined
  const [scope, name] = specifier.split('/')
  return scope?.startsWith('@') ? `${scope}/${name}` : scope
}

/** Lists the source files under a folder, as paths relative to it with forward slashes. */
export function sourceFiles(folder: string, kind: 'source' | 'test'): string[] {
  const skip = /(^|\/)(node_modules|dist|\.cache|\.latchkey)(\/|$)/
  const isTest = /\.test(-d)?\.tsx?$|(^|\/)test\//
  return readdirSync(folder, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => /\.(ts|tsx)$/.test(path) && !/\.d\.ts$/.test(path) && !skip.test(path))
    .filter((path) => isTest.test(path) === (kind === 'test'))
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
}

/** Reads a file of the project. */
export function readSource(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

/** The path of a file from the root of the project, for a message. */
export function fromRoot(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}
