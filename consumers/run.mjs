// `node consumers/run.mjs [app …]`: proves that strangers can use the packages. Packs them, installs the tarballs into apps
// outside the workspace, and uses each app in a real browser with a real wallet; an AppKit app gets our wallet's frame. Needs a package registry, no other network.
// `--keep` leaves the folder behind. The apps in consumers/ double as examples.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkAppKit } from './checkAppKit.mjs'
import { checkBackend } from './checkBackend.mjs'
import { checkBundlers } from './checkBundlers.mjs'
import { checkDapp } from './checkDapp.mjs'
import { checkFiveLines } from './checkFiveLines.mjs'
import { checkLowestPeers } from './checkLowestPeers.mjs'
import { checkMistakes } from './checkMistakes.mjs'
import { checkNext } from './checkNext.mjs'
import { checkReactRouter } from './checkReactRouter.mjs'
import { checkRefresh } from './checkRefresh.mjs'
import { checkResets } from './checkResets.mjs'
import { checkTanStackStart } from './checkTanStackStart.mjs'
import { checkTypes } from './checkTypes.mjs'
import { checkVanilla } from './checkVanilla.mjs'
import { checkWagmi } from './checkWagmi.mjs'
import { installApp } from './installApp.mjs'
import { lowestPeers } from './lowestPeers.mjs'
import { openBrowser } from './openBrowser.mjs'
import { packPackages } from './pack.mjs'
import { startWorld } from './startWorld.mjs'

// Those with the same dependencies share a folder. The first one is what the others' pictures are compared with.
const apps = {
  bundlers: [checkBundlers, checkTypes, checkMistakes, checkResets, checkRefresh, checkVanilla, checkDapp],
  backend: [checkBackend],
  'five-lines': [checkFiveLines],
  'lowest-peers': [checkLowestPeers],
  next: [checkNext],
  'react-router': [checkReactRouter],
  'tanstack-start': [checkTanStackStart],
  'wagmi-v3': [checkWagmi],
  'wagmi-v2': [checkWagmi],
  appkit: [checkAppKit],
}

// An app that is another one, with other versions.
const variants = { 'lowest-peers': { from: 'five-lines', versions: lowestPeers() } }

const here = dirname(fileURLToPath(import.meta.url))
const chosen = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const unknown = chosen.filter((name) => !(name in apps))
if (unknown.length) {
  console.error(`There is no app called ${unknown.join(', ')}; there are ${Object.keys(apps).join(', ')}.`)
  process.exit(1)
}

const temporary = mkdtempSync(join(tmpdir(), 'latchkey-consumers-'))
const started = Date.now()
const seconds = () => `${((Date.now() - started) / 1000).toFixed(0).padStart(3)} s`
const references = new Map()
// One local world for all apps that bring nothing of their own into it.
let world
const shareWorld = () => (world ??= startWorld())
let failed = 0
let browser
try {
  const tarballs = await packPackages(join(temporary, 'tarballs'))
  console.log(`${seconds()}  packed ${Object.keys(tarballs).join(', ')}`)
  browser = await openBrowser()
  const wanted = Object.keys(apps).filter((name) => chosen.length === 0 || chosen.includes(name))
  const install = (name) => {
    if (name === undefined) return
    const { from = name, versions } = variants[name] ?? {}
    const installing = installApp({ from: join(here, from), to: join(temporary, name), tarballs, versions })
    // It is awaited when its turn comes.
    installing.catch(() => {})
    return installing
  }
  let installing = install(wanted[0])
  for (const [at, name] of wanted.entries()) {
    const checks = apps[name]
    try {
      const folder = join(temporary, name)
      const weight = await installing.finally(() => {
        // The next one is installed while this one is used.
        installing = install(wanted[at + 1])
      })
      console.log(`${seconds()}  ${name}: installed, ${weight.megabytes.toFixed(0)} MB in ${weight.packages} packages`)
      for (const check of checks) {
        // Not every check is asynchronous.
        const run = async () => check({ folder, weight, browser, references, startWorld: shareWorld })
        // A busy machine can make a browser miss its time. What fails twice fails; what passes then is named.
        const proved = await run().catch((error) => {
          console.error(`${seconds()}  ${name}: failed, once more\n${error.message}`)
          return run().catch((again) => {
            again.message = `${again.message}\nThe first time: ${error.message}`
            throw again
          })
        })
        console.log(`${seconds()}  ${name}: ok (${proved.join('; ')})`)
      }
    } catch (error) {
      failed++
      console.error(`${seconds()}  ${name}: FAILED\n${error.message}`)
    }
  }
} finally {
  await browser?.close()
  await (await world?.catch(() => undefined))?.stop()
  if (process.argv.includes('--keep')) console.log(`kept ${temporary}`)
  else rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(failed ? 1 : 0)
