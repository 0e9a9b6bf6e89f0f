import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkLooks } from './checkLooks.mjs'
import { runIn } from './installApp.mjs'
import { readFiveLines } from './readme.mjs'
import { serve } from './serve.mjs'
import { connectByModal, must, mustBeQuiet, waitForAccountButton } from './steps.mjs'

const ceiling = { megabytes: 120, packages: 60, scripts: 6 }

/** The smallest app, by Vite and its React plugin with nothing added: README's five lines, a wallet, an address. */
export async function checkFiveLines({ folder, weight, browser, references }) {
  writeFileSync(join(folder, 'src', 'App.jsx'), readFiveLines())
  must(weight.megabytes <= ceiling.megabytes, `node_modules holds more than ${ceiling.megabytes} MB`)
  must(weight.engines.length === 0, `npm says that another Node is wanted by ${weight.engines.join(', ')}`)
  must(weight.packages <= ceiling.packages, `node_modules holds more than ${ceiling.packages} packages`)

  runIn(folder, 'npx', ['vite', 'build', '--logLevel', 'warn'])
  const scripts = readFileSync(join(folder, 'dist', 'index.html'), 'utf8').match(/assets\/[^"]+\.js/g) ?? []
  must(scripts.length <= ceiling.scripts, `the page begins with ${scripts.length} scripts: ${scripts.join(', ')}`)
  const server = await serve(join(folder, 'dist'))
  const visit = await browser.visit(server.url)
  try {
    if (references) await checkLooks({ app: 'vite', url: server.url, browser, references })
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
    "README's five lines",
    ...(references ? ['the documented look in both schemes'] : []),
    `the page begins with ${scripts.length} scripts`,
    'no host contacted before a click',
    'connects',
    'is connected again after a reload',
    'console quiet',
  ]
}
