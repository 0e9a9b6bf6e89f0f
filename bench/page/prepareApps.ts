import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installApp, runIn } from '../../consumers/installApp.mjs'
import { packPackages } from '../../consumers/pack.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const workshop = join(here, '..', 'tmp', 'page')

/** What an app weighs, and where its build is. */
export type PreparedApp = { readonly dist: string; readonly megabytes: number; readonly packages: number }

/** Installs and builds the apps: ours anew from packed packages, a peer only when it is not there yet. */
export async function prepareApps(ids: readonly string[]): Promise<Map<string, PreparedApp>> {
  const tarballs = await packPackages(join(workshop, 'tarballs'))
  const prepared = new Map<string, PreparedApp>()
  for (const id of ids) {
    const folder = join(workshop, id)
    const weightFile = join(folder, 'weight.json')
    const from = join(here, 'apps', id)
    const kept = id !== 'latchkey' && existsSync(weightFile) && sameManifest(from, folder)
    const weight: { megabytes: number; packages: number } = kept
      ? JSON.parse(readFileSync(weightFile, 'utf8'))
      : await installApp({ from, to: folder, tarballs })
    writeFileSync(weightFile, JSON.stringify(weight))
    if (!kept) runIn(folder, 'npx', ['vite', 'build', '--logLevel', 'warn'])
    console.error(`${id}: ${weight.megabytes.toFixed(0)} MB in ${weight.packages} packages`)
    prepared.set(id, { dist: join(folder, 'dist'), ...weight })
  }
  return prepared
}

function sameManifest(from: string, to: string): boolean {
  return readFileSync(join(from, 'package.json'), 'utf8') === readFileSync(join(to, 'package.json'), 'utf8')
}
