import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScript } from '../bundleScript.js'
import type { BrowserConfig } from '../wallets/browserConfig.js'

/** Bundles the test wallet to one script that runs in any page, with the settings it falls back to. */
export function bundleWallet(config: BrowserConfig): Promise<string> {
  const here = import.meta.url
  // The same file runs from source and from the build.
  const entry = fileURLToPath(new URL(`../wallets/browser${extname(here)}`, here))
  // JSON may hold `</script>` or line separators; both are harmless in a file of its own, and escaped all the same.
  const settings = JSON.stringify(config).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return bundleScript({
    contents: `import { startBrowserWallet } from ${JSON.stringify(entry)}\nstartBrowserWallet(${settings})\n`,
    resolveDir: fileURLToPath(new URL('.', here)),
    loader: 'js',
  })
}
