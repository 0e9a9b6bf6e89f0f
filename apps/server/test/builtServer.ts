import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundleOptions } from './bundleServer.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
// What the server imports, and more: a package too many costs a build, one too few a stale server.
const sources = ['apps/server', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)].map((room) =>
  join(root, room, 'src'),
)

let built: Promise<string> | undefined

/**
 * The program of `latchkey-server` as one file, made once for each state of its sources: a start from the sources reads and
 * compiles a thousand files, which takes longer than most tests. Its files are looked for where the sources stand.
 */
export function builtServer(): Promise<string> {
  built ??= make()
  return built
}

async function make(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/latchkey-server', await stateOf(sources))
  if (existsSync(folder)) return join(folder, 'server.mjs')
  const draft = `${folder}.${process.pid}`
  await build({
    entryPoints: { server: join(root, 'apps/server/src/main.ts') },
    outdir: draft,
    ...bundleOptions,
    sourcemap: true,
    plugins: [
      {
        name: 'places',
        setup({ onLoad }) {
          onLoad({ filter: /apps[\\/]server[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
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
  return join(folder, 'server.mjs')
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
