import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the script of the inbox's page. */
export async function bundlePage(): Promise<string> {
  const here = import.meta.url
  // The same file runs from source and from the build.
  const entry = fileURLToPath(new URL(`./page/main${here.endsWith('.ts') ? '.ts' : '.js'}`, here))
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
  })
  const [file] = result.outputFiles
  if (file === undefined) throw new Error('The bundle of the inbox is empty')
  return file.text
}
