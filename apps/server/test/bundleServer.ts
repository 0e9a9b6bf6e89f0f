import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

const server = fileURLToPath(new URL('../', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** How a server becomes one program. */
export const bundleOptions = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['@latchkey/source'],
  external: ['@electric-sql/pglite', 'pg-native', 'koffi'],
  // What is not a module yet asks for the parts of Node by `require`.
  banner: {
    js: "import { createRequire as requireOfBundle } from 'node:module'\nconst require = requireOfBundle(import.meta.url)",
  },
  logLevel: 'error',
} satisfies BuildOptions

/**
 * Builds a server into a folder, the one that is made to be killed unless said otherwise, so that it starts in a moment and stays
 * what it is while the sources change. Gives the program.
 */
export async function bundleServer(folder: string, entry = 'test/killableServer.ts'): Promise<string> {
  // As deep as the sources are: the migrations, the package and the rights are looked for from there.
  const outdir = join(folder, 'src/platform/db')
  cpSync(join(server, 'migrations'), join(folder, 'migrations'), { recursive: true })
  cpSync(join(server, 'package.json'), join(folder, 'src/package.json'))
  cpSync(join(server, 'roles.sql'), join(folder, 'src/platform/roles.sql'))
  symlinkSync(modules, join(folder, 'node_modules'), 'junction')
  await build({
    entryPoints: { server: join(server, entry) },
    outdir,
    ...bundleOptions,
  })
  return join(outdir, 'server.mjs')
}
