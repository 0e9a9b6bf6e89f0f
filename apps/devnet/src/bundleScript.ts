import { type BuildOptions, build, type StdinOptions } from 'esbuild'

/**
 * Bundles one script that runs in any page.
 *
 * @param entry - The file that it begins with, or the text.
 * @param more - Other options of esbuild.
 * @returns The script.
 * @throws Error where nothing can be bundled.
 */
export async function bundleScript(entry: string | StdinOptions, more: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    ...(typeof entry === 'string' ? { entryPoints: [entry] } : { stdin: entry }),
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    // Run from source, the packages beside it are not built.
    ...(import.meta.url.endsWith('.ts') ? { conditions: ['@latchkey/source'] } : {}),
    ...more,
    write: false,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('The bundle is empty')
  return file.text
}
