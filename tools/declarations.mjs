import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Reports what the entry points of a package export. Comments are left out; what a signature mentions and no entry point exports stands at
 * the end, as far as it is of the package.
 *
 * @param {string} folder - The package, built.
 * @param {string} name - The folder of its reports.
 * @returns {Record<string, string>} A report for each entry point, by its path.
 */
export function reportPackage(folder, name) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const read = createReader()
  // What is internal promises nothing.
  const entryPoints = Object.entries(manifest.exports).flatMap(([entryPoint, { types }]) =>
    types?.startsWith('./dist/') && !entryPoint.startsWith('./internal/')
      ? [{ entryPoint, exported: exportsOf(read, join(folder, types)) }]
      : [],
  )
  if (entryPoints.length === 0) throw new Error(`${manifest.name} has no entry point with declarations.`)
  const known = new Set(entryPoints.flatMap(({ exported }) => exported.map(({ id }) => id)))
  return Object.fromEntries(
    entryPoints.map(({ entryPoint, exported }) => {
      const specifier = `${manifest.name}${entryPoint.slice(1)}`
      const file = entryPoint === '.' ? 'index' : entryPoint.slice(2).replaceAll('/', '-')
      return [`${name}/${file}.txt`, reportEntryPoint(read, specifier, exported, known)]
    }),
  )
}

function reportEntryPoint(read, specifier, exported, known) {
  const behind = new Map()
  const follow = ({ file, declarations }) => {
    const { local, imports } = read(file)
    for (const word of new Set(declarations.join('\n').match(/[A-Za-z_$][\w$]*/g))) {
      const found = local.has(word) || imports.has(word) ? find(read, file, word) : undefined
      if (!found?.file || known.has(found.id) || behind.has(found.id)) continue
      behind.set(found.id, found.declarations.join('\n'))
      follow(found)
    }
  }
  for (const entry of exported) if (entry.file) follow(entry)
  const open = exported.map(({ name, from, declarations }) =>
    from ? `export { ${name} } from '${from}'` : declarations.join('\n'),
  )
  const hidden = [...behind.values()].sort()
  return `${[specifier, ...open, ...(hidden.length ? ['Not exported:', ...hidden] : [])].join('\n\n')}\n`
}

/** What a file exports, by the names that it gives, in their order. */
function exportsOf(read, file) {
  const { lists, local } = read(file)
  const listed = lists.flatMap(({ from, entries }) =>
    entries.map(({ name, as }) => ({ ...find(read, file, name, from), name: as })),
  )
  const own = [...local].filter(([, { open }]) => open).map(([name]) => ({ ...find(read, file, name), name }))
  return [...listed, ...own].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Where a name is declared: in this file, in one that it names, or in another package. */
function find(read, file, name, from) {
  const { local, imports, lists } = read(file)
  if (from === undefined) {
    const here = local.get(name)
    if (here) return { id: `${file}#${name}`, file, declarations: here.texts }
    const imported = imports.get(name)
    if (imported) return find(read, file, imported.name, imported.from)
    for (const list of lists) {
      const entry = list.entries.find(({ as }) => as === name)
      if (entry && list.from) return find(read, file, entry.name, list.from)
    }
    throw new Error(`${file} declares no ${name}.`)
  }
  if (!from.startsWith('.')) return { id: `${from}#${name}`, from, declarations: [] }
  return find(read, join(dirname(file), from.replace(/\.js$/, '.d.ts')), name)
}

function createReader() {
  const files = new Map()
  return (file) => {
    const known = files.get(file)
    if (known) return known
    if (!existsSync(file)) throw new Error(`${file} is not built: run \`npm run build\`.`)
    const parsed = parse(readFileSync(file, 'utf8'), file)
    files.set(file, parsed)
    return parsed
  }
}

const statement = /^(?=(?:export|import|declare|type|interface)\b)/m
const declaration =
  /^(export )?(?:default )?(?:declare )?(?:type|interface|function|const|let|class|abstract class)\s+([\w$]+)/

/** Reads a declaration file as the compiler writes it: every statement begins a line, and nothing else does. */
export function parse(text, file = '') {
  const bare = text.replace(/^\s*\/\*\*[\s\S]*?\*\/[^\S\n]*\n/gm, '').replace(/^\s*\/\/.*$/gm, '')
  const local = new Map()
  const imports = new Map()
  const lists = []
  for (const chunk of bare.split(statement).map((part) => part.trim())) {
    const list = /^(export|import)(?: type)? \{([^}]*)\}(?: from '([^']+)')?;?$/.exec(chunk)
    const declared = declaration.exec(chunk)
    if (list) {
      const entries = namesIn(list[2])
      if (list[1] === 'export') lists.push({ from: list[3], entries })
      else for (const { name, as } of entries) imports.set(as, { name, from: list[3] })
    } else if (declared) {
      const { texts = [], open = false } = local.get(declared[2]) ?? {}
      local.set(declared[2], {
        texts: [...texts, chunk.replace(/^export /, '')],
        open: open || declared[1] !== undefined,
      })
    } else if (/^(export \*|export default|declare module)/.test(chunk)) {
      throw new Error(`${file}: an entry point's declarations cannot say \`${chunk.split('\n')[0]}\`.`)
    }
  }
  return { local, imports, lists }
}

function namesIn(list) {
  return list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [name, as = name] = part.split(' as ')
      return { name, as }
    })
}
