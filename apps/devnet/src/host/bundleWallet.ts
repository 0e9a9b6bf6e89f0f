import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BrowserConfig } from '../wallets/browserConfig.js'

/** Bundles the test wallet to one script that runs in any page, with the settings it falls back to. */
export async function bundleWallet(config: BrowserConfig): Promise<string> {
  const here = import.meta.url
  // The same file runs from source and from the build.
  const entry = fileURLToPath(new URL(`../wallets/browser${here.endsWith('.ts') ? '.ts' : '.js'}`, here))
  // JSON may hold `</script>` or line separators; both are harmless in a file of its own, and escaped all the same.
  const settings = JSON.stringify(config).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const result = await build({
    stdin: {
      contents: `import { startBrowserWallet } from ${JSON.stringify(entry)}\nstartBrowserWallet(${settings})\n`,
      resolveDir: fileURLToPath(new URL('.', here)),
      loader: 'js',
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    ...(here.endsWith('.ts') ? { conditions: ['@latchkey/source'] } : {}),
  })
  const [file] = result.outputFiles
  if (file === undefined) throw new Error('The bundle of the test wallet is empty')
  return file.text
}
