// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preview } from 'vite'
import { runIn } from './installApp.mjs'
import { connectByModal, must, mustBeQuiet, waitForAccountButton } from './steps.mjs'

const ceiling = { megabytes: 120, packages: 60 }

/** The smallest app: five lines, a wallet, an address. */
export async function checkFiveLines({ folder, weight, browser }) {
  const lines = readFileSync(join(folder, 'src', 'App.jsx'), 'utf8').split('\n')
  const meaningful = lines.filter((line) => line.trim() && !line.startsWith('//')).length
  must(meaningful === 5, `App.jsx has ${meaningful} lines, not five`)
  must(weight.megabytes <= ceiling.megabytes, `node_modules holds more than ${ceiling.megabytes} MB`)
  must(weight.packages <= ceiling.packages, `node_modules holds more than ${ceiling.packages} packages`)

  runIn(folder, 'npx', ['vite', 'build', '--logLevel', 'warn'])
  const server = await preview({ root: folder, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } })
  const visit = await browser.visit(server.resolvedUrls.local[0])
  try {
    await visit.page.locator('.lk-connect-button').waitFor()
    must(visit.outside.length === 0, `before any click the page asked ${visit.outside.join(', ')}`)
    await connectByModal(visit.page)
    await waitForAccountButton(visit.page)
    await visit.page.reload()
    await waitForAccountButton(visit.page)
    mustBeQuiet(visit, 'from load to reconnection')
  } finally {
    await visit.close()
    await server.close()
  }
  return [
    'five lines',
    'no host contacted before a click',
    'connects',
    'is connected again after a reload',
    'console quiet',
  ]
}
