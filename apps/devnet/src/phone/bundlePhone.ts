import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the script of the phone's page. */
export async function bundlePhone(): Promise<string> {
  const here = import.meta.url
  // The same file runs from source and from the build.
  const isSource = here.endsWith('.ts')
  const file = (name: string) => fileURLToPath(new URL(`./page/${name}${isSource ? '.ts' : '.js'}`, here))
  const result = await build({
    entryPoints: [file('main')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    inject: [file('buffer')],
    define: { global: 'globalThis' },
    ...(isSource ? { conditions: ['@latchkey/source'] } : {}),
  })
  const [script] = result.outputFiles
  if (script === undefined) throw new Error('The bundle of the phone wallet is empty')
  return script.text
}
