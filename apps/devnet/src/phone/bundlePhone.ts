import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScript } from '../bundleScript.js'

/** Bundles the script of the phone's page. */
export function bundlePhone(): Promise<string> {
  const here = import.meta.url
  // The same file runs from source and from the build.
  const file = (name: string) => fileURLToPath(new URL(`./page/${name}${extname(here)}`, here))
  return bundleScript(file('main'), { inject: [file('buffer')], define: { global: 'globalThis' } })
}
