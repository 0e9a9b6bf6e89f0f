// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// Fast Refresh makes a module's config again with every edit; strict mode mounts twice. Nothing of the configs before stays.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import { wallet } from './openBrowser.mjs'
import { must, mustBeQuiet, waitForAccountButton } from './steps.mjs'

/** Edits an app under Vite's development server while its wallets are in use, and counts what is left of each edition. */
export async function checkRefresh({ folder, browser }) {
  const root = join(folder, 'refresh')
  const frame = createHttpServer((_request, response) => response.end('<!doctype html><title>Frame</title>'))
  await once(frame.listen(0, '127.0.0.1'), 'listening')
  const options = { port: 0, host: '127.0.0.1' }
  const server = await createServer({ root, logLevel: 'silent', server: options })
  await server.listen()
  const visit = await browser.visit('about:blank')
  try {
    const { page } = visit
    const sockets = await answerRelay(page)
    await page.addInitScript(count)
    const query = `frame=http://127.0.0.1:${frame.address().port}&relay=ws://127.0.0.1:9/relay`
    await page.goto(`${server.resolvedUrls.local[0]}?${query}`)
    const dialog = page.getByRole('dialog')

    const showCode = async () => {
      await page.locator('.lk-connect-button').click()
      await dialog.getByRole('button', { name: 'WalletConnect' }).click()
      await dialog.locator('.lk-qr').waitFor()
    }
    await showCode()
    await edit(page, root, 2)
    await until(page, { frames: 1, announcements: 1, listeners: 0 })
    await untilOpen(page, sockets, 0)
    await showCode()
    await untilOpen(page, sockets, 1)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: wallet.name }).click()
    await waitForAccountButton(page)
    const { listeners } = await page.evaluate(() => globalThis.counted())
    must(listeners > 0, 'nothing hears the connected wallet, so that nothing is counted')
    for (const edition of [3, 4]) {
      await edit(page, root, edition)
      await waitForAccountButton(page)
      await until(page, { frames: 1, announcements: 1, listeners })
    }
    await untilOpen(page, sockets, 0)
    mustBeQuiet(visit, 'during the edits')
  } finally {
    await visit.close()
    await server.close()
    frame.close()
    frame.closeAllConnections()
  }
  return ['three edits under Fast Refresh and strict mode leave one connection, one frame, one relay socket']
}

async function edit(page, root, edition) {
  const file = join(root, 'App.jsx')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/>\d+<\/output>/, `>${edition}</output>`))
  await page.locator('#edition', { hasText: String(edition) }).waitFor()
}

async function until(page, wanted) {
  const isSo = (wanted) => JSON.stringify(globalThis.counted()) === JSON.stringify(wanted)
  await page.waitForFunction(isSo, wanted, { timeout: 20_000 }).catch(async () => {
    const found = await page.evaluate(() => globalThis.counted())
    throw new Error(`After an edit the page should hold ${JSON.stringify(wanted)} and holds ${JSON.stringify(found)}`)
  })
}

async function untilOpen(page, sockets, wanted) {
  const open = () => sockets.filter(({ isClosed }) => !isClosed).length
  for (let frame = 0; frame < 1200 && open() !== wanted; frame++)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  must(open() === wanted, `${open()} sockets to the relay are open, not ${wanted}`)
}

/** A relay that takes whatever it is told. */
async function answerRelay(page) {
  const sockets = []
  await page.routeWebSocket(/\/relay/, (route) => {
    const socket = { isClosed: false }
    sockets.push(socket)
    route.onMessage((message) =>
      route.send(JSON.stringify({ id: JSON.parse(message).id, jsonrpc: '2.0', result: '0'.repeat(64) })),
    )
    route.onClose(() => {
      socket.isClosed = true
    })
  })
  return sockets
}

/** In the page, before it runs: counts who listens, and makes the embedded wallet one that was used before. */
function count() {
  if (window.top !== window || !location.protocol.startsWith('http')) return
  localStorage.setItem('@latchkey/embedded', JSON.stringify({ isUsed: true, email: 'ada@example.com' }))
  const counts = { listeners: 0, announcements: 0 }
  const countOn = (target, [add, remove], name, isCounted) => {
    for (const [method, step] of [
      [add, 1],
      [remove, -1],
    ]) {
      const original = target[method]
      target[method] = function (...args) {
        if (isCounted(args[0])) counts[name] += step
        return original.apply(this, args)
      }
    }
  }
  countOn(window.testWallet.provider, ['on', 'removeListener'], 'listeners', () => true)
  const isAnnouncement = (type) => type === 'eip6963:announceProvider'
  countOn(window, ['addEventListener', 'removeEventListener'], 'announcements', isAnnouncement)
  globalThis.counted = () => ({
    frames: document.querySelectorAll('iframe').length,
    announcements: counts.announcements,
    listeners: counts.listeners,
  })
}
