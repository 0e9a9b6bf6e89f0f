import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useAuthJs, writeAuthJsApp } from './authJsSteps.mjs'
import { checkLooks } from './checkLooks.mjs'
import { useDapp } from './dappSteps.mjs'
import { checkFirstPaint } from './firstPaintSteps.mjs'
import { runIn } from './installApp.mjs'
import { wallet } from './openBrowser.mjs'
import { readNextPage } from './readme.mjs'
import { startServer } from './startServer.mjs'
import { connectByModal, connectOn, must, mustBeQuiet, waitForAccountButton, waitForText } from './steps.mjs'
import { writeDapp } from './writeDapp.mjs'

const nextStart = (port) => [
  join('node_modules', 'next', 'dist', 'bin', 'next'),
  'start',
  '--port',
  `${port}`,
  '--hostname',
  '127.0.0.1',
]
const bundlers = { turbopack: [], webpack: ['--webpack'] }

/**
 * A Next.js app, built by each of its bundlers: README's five lines in the file that README names, and beside them a site whose
 * provider stands in a layout, rendered on the server, taken over in the browser, type-checked against what we ship. Its pages of
 * each router read who is connected of a cookie, as does the dapp of a few lines.
 */
export async function checkNext({ folder, browser, references, startWorld }) {
  const { file, text } = readNextPage()
  writeFileSync(join(folder, file), text)
  const world = await startWorld()
  const lines = writeDapp(join(folder, 'app', 'dapp'), ['page.tsx'], world)
  const authJs = writeAuthJsApp(folder)
  const failures = []
  let byDapp = []
  let byAuthJs = []
  for (const [bundler, args] of Object.entries(bundlers)) {
    rmSync(join(folder, '.next'), { recursive: true, force: true })
    let server
    try {
      runIn(folder, 'npx', ['next', 'build', ...args])
      server = await startServer(folder, nextStart, (url) => ({ NEXT_TELEMETRY_DISABLED: '1', ...authJs(url) }))
      await checkLooks({ app: `next (${bundler})`, url: server.url, browser, references })
      await connectOn(browser, server.url)
      await checkSite(browser, `${server.url}/site`)
      for (const page of ['known', 'older']) await checkFirstPaint(browser, `${server.url}/${page}`)
      if (bundler !== 'turbopack') continue
      byDapp = await checkDapp(browser, `${server.url}/dapp`, world)
      byAuthJs = await useAuthJs({ browser, url: server.url, world })
    } catch (error) {
      failures.push(`${bundler}: ${error.message}`)
    } finally {
      await server?.stop()
    }
  }
  if (failures.length) throw new Error(failures.join('\n'))
  return [
    `README's five lines in ${file}, by ${Object.keys(bundlers).join(' and ')}`,
    'the documented look in both schemes',
    'builds and type-checks',
    'button in the HTML from the server',
    'hydrates',
    'connects',
    'reconnects',
    'the first paint of a reload shows who is connected, in both routers',
    `a dapp of ${lines} lines without a cast, rendered by the server`,
    ...byDapp,
    ...byAuthJs,
    'console quiet',
  ]
}

async function checkDapp(browser, url, world) {
  const html = await (await fetch(url)).text()
  must(html.includes('For members only.'), 'the HTML from the server lacks what the dapp shows a stranger')
  must(html.includes('<button>Log in</button>'), "the HTML from the server lacks the dapp's own button")
  return useDapp({ browser, url, world, name: 'next', isServerRendered: true })
}

async function checkSite(browser, url) {
  const html = await (await fetch(url)).text()
  must(html.includes('lk-connect-button'), 'the HTML from the server lacks the connect button')
  must(html.includes('<output id="acct">none</output>'), 'the HTML from the server lacks the account')
  const visit = await browser.visit(url)
  try {
    await visit.page.waitForLoadState('load')
    must(visit.outside.length === 0, `before any click the page asked ${visit.outside.join(', ')}`)
    await connectByModal(visit.page)
    await waitForText(visit.page, '#acct', wallet.address)
    await waitForAccountButton(visit.page)
    await visit.page.reload()
    await waitForText(visit.page, '#acct', wallet.address)
    // What the server rendered (nobody connected) and what the browser knows differ here: hydration must not mind.
    mustBeQuiet(visit, 'from load to reconnection')
  } finally {
    await visit.close()
  }
}
