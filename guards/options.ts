import { readSource, sourceFiles } from './imports.js'

/** The options of one type: where they are documented, what reads them, and what a test calls them. */
export type OptionTable = {
  /** Where the type is written, and its name. */
  readonly type: readonly [file: string, name: string]
  /** The page, and the beginning of the head of its table. */
  readonly table?: readonly [file: string, head: string]
  /** Before the name in the title of a test. */
  readonly prefix: string
  /** The objects that hold them in code. */
  readonly held: readonly string[]
  /** Where they are read; every room of the page where nothing is said. */
  readonly in?: string
  /** What is not shown by itself at a screen. */
  readonly besides?: readonly string[]
}

/** Every option of the page that is documented. */
export const optionTables: readonly OptionTable[] = [
  {
    type: ['packages/core/src/createConfig.ts', 'CreateConfigParameters'],
    table: ['packages/core/README.md', '| `createConfig` takes'],
    prefix: '',
    held: ['parameters', 'options', 'config.options'],
    // Its own table follows.
    besides: ['features'],
  },
  {
    type: ['packages/core/src/config/features.ts', 'Features'],
    table: ['packages/core/README.md', '| of `features`'],
    prefix: 'features.',
    held: ['features', 'config.features'],
  },
  {
    type: ['packages/core/src/signIn/localSignIn.ts', 'LocalSignInOptions'],
    table: ['docs/sign-in.md', '| option of `localSignIn`'],
    prefix: 'localSignIn.',
    held: ['options', 'LocalSignInOptions'],
    in: 'packages/core/src/signIn/localSignIn.ts',
  },
  {
    type: ['packages/react/src/provider.tsx', 'LatchkeyProviderProps'],
    prefix: '',
    held: ['', 'LatchkeyProviderProps'],
    in: 'packages/react/src/provider.tsx',
    besides: ['config', 'children'],
  },
]

/** The names of a type, as they stand in its file. */
export function namesOf(text: string, type: string): string[] {
  const [, body = ''] = new RegExp(`^export type ${type}(?:<[^{]*>)? = \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text) ?? []
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name = '']) => name)
}

/** The names in the first column of a table. */
export function documentedIn(text: string, head: string): string[] {
  const [table = ''] = text.slice(Math.max(0, text.indexOf(head))).split('\n\n')
  const [, , ...rows] = table.split('\n')
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

/** Whether code reads an option from one of the objects that hold it, by its name or out of a pattern. */
export function isRead(code: string, name: string, held: readonly string[]): boolean {
  return held.some((holder) => {
    const of = holder.replaceAll('.', '\\.')
    if (holder !== '' && new RegExp(`(?<!\\w)(\\w+\\.)?${of}\\??\\.${name}\\b`).test(code)) return true
    return new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\}(: | = (\\w+\\.)?)${of || '(?!)'}\\b`).test(code)
  })
}

/** What the titles of tests call options: `option features.send: …`. */
export function titledIn(text: string): string[] {
  return [...text.matchAll(/\boption ((?:[\w.]+, )*[\w.]+): /g)].flatMap(([, names = '']) => names.split(', '))
}

/**
 * Finds options that nobody wrote about, that nothing reads, or that no test at a screen shows.
 *
 * @param options - The table of one type.
 * @returns A line for each fault.
 */
export function optionFaults({
  type: [file, type],
  table,
  prefix,
  held,
  in: only,
  besides = [],
}: OptionTable): string[] {
  const names = namesOf(readSource('.', file), type)
  const documented = table ? documentedIn(readSource('.', table[0]), table[1]) : names
  const code = only === undefined ? productCode() : readSource('.', only)
  const titled = new Set(tests().flatMap(titledIn))
  return [
    ...(names.length === 0 ? [`${type} has no options`] : []),
    ...names.filter((name) => !documented.includes(name)).map((name) => `${name} is not in ${table?.[0]}`),
    ...documented.filter((name) => !names.includes(name)).map((name) => `${name} of ${table?.[0]} is no option`),
    ...names.filter((name) => !isRead(code, name, held)).map((name) => `nothing reads ${prefix}${name}`),
    ...names
      .filter((name) => !besides.includes(name) && !titled.has(prefix + name))
      .map((name) => `no test at a screen has a title with "option ${prefix}${name}: "`),
  ]
}

function productCode(): string {
  return ['packages/core/src', 'packages/connectors/src', 'packages/react/src']
    .flatMap((folder) => sourceFiles(folder, 'source').map((file) => readSource(folder, file)))
    .join('\n')
}

function tests(): string[] {
  return ['packages/react/src', 'apps/web/src', 'e2e'].flatMap((folder) =>
    sourceFiles(folder, 'test').map((file) => readSource(folder, file)),
  )
}
