import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundleOptions } from './bundleServer.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
const built = new Map<string, Promise<string>>()

/**
 * A program as one file, made once for each state of its sources: a start from the sources reads and compiles a thousand files,
 * which takes longer than most tests. Its files are looked for where the sources stand.
 *
 * @param options - `name` of the cache's folder; `entry` of the program and `rooms` that it imports besides the packages, from
 * the root: a room too many costs a build, one too few a stale program; packages that stay `external`.
 * @returns The path of the built file.
 */
export function builtProgram(options: {
  name: string
  entry: string
  rooms: readonly string[]
  external?: readonly string[]
}): Promise<string> {
  const known = built.get(options.name) ?? make(options)
  built.set(options.name, known)
  return known
}

async function make({ name, entry, rooms, external = [] }: Parameters<typeof builtProgram>[0]): Promise<string> {
  const sources = [...rooms, ...packages].map((room) => join(root, room, 'src'))
  const cache = join(root, 'node_modules/.cache', name)
  const state = await stateOf([join(root, entry, '..'), ...sources])
  const folder = join(cache, state)
  if (existsSync(folder)) return join(folder, 'program.mjs')
  const earlier = existsSync(cache) ? readdirSync(cache).filter((other) => !other.startsWith(state)) : []
  for (const other of earlier) rmSync(join(cache, other), { recursive: true, force: true })
  const draft = `${folder}.${process.pid}`
  await build({
    entryPoints: { program: join(root, entry) },
    outdir: draft,
    ...bundleOptions,
    external: [...bundleOptions.external, ...external],
    sourcemap: true,
    plugins: [
      {
        name: 'places',
        setup({ onLoad }) {
          onLoad({ filter: /apps[\\/]\w+[\\/](src|test)[\\/].*\.ts$/ }, ({ path }) => {
            const text = readFileSync(path, 'utf8')
            if (!text.includes('import.meta.url')) return undefined
            const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
            return { contents, loader: 'ts' }
          })
        },
      },
    ],
  })
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another file of tests made the same at this moment.
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true, force: true })
  }
  return join(folder, 'program.mjs')
}

/** Tells states of the sources apart by the names, sizes and times of their files. */
async function stateOf(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.(ts|json)$/.test(file))
    for (const file of files.sort()) {
      const { mtimeMs, size } = await stat(join(folder, file))
      hash.update(`${file} ${mtimeMs} ${size}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
