import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fromRoot, readSource } from './imports.js'
import { packages } from './packages.js'

const passedOn = /export (?:type )?\{([^}]*)\} from '([^']+)'/g
const own = /^export (?:declare )?(?:async )?(?:function|const|class|type|interface) (\w+)/gm

/** The entry points of the packages that strangers install, as files. */
export function publicEntryPoints(): string[] {
  return packages().flatMap(({ folder, manifest }) =>
    manifest.private
      ? []
      : Object.values(manifest.exports ?? {}).flatMap((to) => {
          const source = typeof to === 'string' ? undefined : to['@latchkey/source']
          return source !== undefined && /\.tsx?$/.test(source) ? [join(folder, source)] : []
        }),
  )
}

/**
 * Finds what an entry point offers without words for it: every name has a docstring, and every function an example in it.
 *
 * @param entryPoint - The file of the entry point; what it passes on is looked up where it is written.
 * @returns A line for each name.
 */
export function wordless(entryPoint: string): string[] {
  const text = textOf(entryPoint)
  const names = [
    ...[...text.matchAll(passedOn)].flatMap(([, list = '', from = '']) =>
      from.startsWith('.')
        ? list.split(',').map((item) => ({ name: plain(item), file: fileOf(entryPoint, from) }))
        : [],
    ),
    ...[...text.matchAll(own)].map(([, name = '']) => ({ name, file: entryPoint })),
  ]
  return names.filter(({ name }) => name !== '').flatMap(({ name, file }) => complaint(name, file))
}

function complaint(name: string, file: string): string[] {
  const written = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\s*(?:// biome-ignore .*\\s*)?)?^export (?:async )?(function|const|class|type|interface) ${name}\\b`,
    'm',
  ).exec(textOf(file))
  const where = `${fromRoot(file)}: ${name}`
  if (written === null) return [`${where} is not written there`]
  const [, words, kind] = written
  if (words === undefined) return [`${where} has no docstring`]
  return kind === 'function' && !words.includes('@example') ? [`${where} has no example`] : []
}

function textOf(file: string): string {
  return readSource(dirname(file), basename(file))
}

function plain(item: string): string {
  return (item.split(' as ')[0] ?? '').replace(/^\s*type /, '').trim()
}

function fileOf(entryPoint: string, from: string): string {
  const path = join(dirname(entryPoint), from).replace(/\.js$/, '.ts')
  return existsSync(path) ? path : `${path}x`
}
