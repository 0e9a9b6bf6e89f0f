import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserArgs, findBrowser } from '../../../../tools/browser.mjs'
import { bundleStockApp, type StockApp } from '../../test/bundleStockApp.js'
import { appClients, findReference, type Reference, type ReferenceClient } from '../../test/findReference.js'
import { routeSecurely } from '../../test/routeSecurely.js'
import { serveStockApp } from '../../test/serveStockApp.js'
import { type RunningServer, startServer } from '../startServer.js'

// The app is an unmodified client in a real browser, the wallet an unmodified wallet kit.
const reference = findReference()
if (reference === undefined)
  console.warn('Skipped: origins as reference clients attest them (they are not installed and no registry answers)')

declare const window: { app: StockApp; heard: unknown[]; addEventListener(type: string, listener: unknown): void }
declare const document: {
  body: { append(element: unknown): void }
  createElement(name: string): { src: string; onload: unknown }
}
type Asked = {
  id: number
  topic: string
  verifyContext: { verified: { origin: string; validation: string; isScam?: boolean } }
}

const secure = 'https://app.localhost'
let browser: Browser
let server: RunningServer
let app: Awaited<ReturnType<typeof serveStockApp>>
let script = ''
const wallets: ReferenceClient[] = []

beforeAll(async () => {
  app = await serveStockApp(() => script)
  server = await startServer({
    port: 0,
    dataDir: false,
    roles: ['data'],
    env: { LATCHKEY_RELAY_SITES: `${app.listed},${secure}`, LATCHKEY_LOG_LEVEL: 'silent' },
  })
  const found = await findBrowser({ install: false })
  browser = await chromium.launch({ ...(found ? { executablePath: found.path } : {}), args: browserArgs })
}, 180_000)
afterAll(async () => {
  for (const { core } of wallets) {
    core.heartbeat.stop()
    await core.relayer.transportClose()
  }
  await browser?.close()
  await server?.close()
  await app?.close()
})

const next = (wallet: ReferenceClient, event: string) =>
  new Promise<Asked>((resolve) => wallet.once(event, resolve as never))

async function open(url: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  return page
}

const cases = [
  { at: 'listed', says: 'listed', validation: 'VALID' },
  { at: 'listed', says: 'unlisted', validation: 'INVALID' },
  { at: 'unlisted', says: 'unlisted', validation: 'UNKNOWN' },
] as const

type Sides = [dapp: Reference, wallet: Reference]
const everyPair: Sides[] = [
  ...appClients.map((dapp): Sides => [dapp, 'walletkit 1.2.10']),
  ['sign-client 2.21.8', 'walletkit 1.2.4'],
]
// The oldest app's client and the newest, and each wallet's; the others in `npm run test:deep`.
const fewPairs: Sides[] = [
  ['sign-client 2.17.1', 'walletkit 1.2.10'],
  ['sign-client 2.21.8', 'walletkit 1.2.4'],
]
const pairs = process.env.LATCHKEY_DEEP === '1' ? everyPair : fewPairs

describe.skipIf(reference === undefined)('an app in a browser', () => {
  it.each(pairs)('of an unmodified %s is attested to an unmodified %s', async (which, kit) => {
    if (reference === undefined) return
    script = await bundleStockApp(reference.folderOf(which), server.url)
    const relayUrl = server.url.replace('http', 'ws')
    for (const { at, says, validation } of cases) {
      const page = await open(app[at])
      const options = { relayUrl, name: crypto.randomUUID(), verifyUrl: server.url }
      const wallet = await reference.start(kit, options)
      wallets.push(wallet)
      const proposal = next(wallet, 'session_proposal')
      const { uri, attestations } = await page.evaluate((given) => window.app.connect(given), {
        relayUrl,
        url: app[says],
      })
      await wallet.core.pairing.pair({ uri })
      const proposed = await proposal
      // The client got its attestation before the time-out.
      expect(attestations).toBeGreaterThan(0)
      expect(proposed.verifyContext.verified).toMatchObject({
        validation,
        origin: validation === 'UNKNOWN' ? app[says] : app[at],
      })
      const accounts = [`eip155:1:0x${'11'.repeat(20)}`]
      const granted = { eip155: { chains: ['eip155:1'], accounts, methods: ['personal_sign'], events: [] } }
      const request = next(wallet, 'session_request')
      const approving = wallet.approve({ id: proposed.id, namespaces: granted })
      const answer = page.evaluate(() => window.app.ask())
      const { id, topic, verifyContext } = await request
      expect(verifyContext.verified.validation).toBe(validation)
      await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
      expect(await answer).toBe('0xsigned')
      await approving
      await page.close()
    }
  })
})

describe.skipIf(reference === undefined)('an app on https', () => {
  it('with a relay on wss is attested too, and its code is there at once', async () => {
    if (reference === undefined) return
    const api = 'https://api.localhost'
    script = await bundleStockApp(reference.folderOf('sign-client 2.21.8'), api)
    const page = await browser.newPage()
    await routeSecurely(page, { app: { url: secure, script }, api: { url: api, target: server.url } })
    await page.goto(secure)
    const wallet = await reference.start('walletkit 1.2.10', {
      relayUrl: server.url.replace('http', 'ws'),
      name: crypto.randomUUID(),
      verifyUrl: server.url,
    })
    wallets.push(wallet)
    const proposal = next(wallet, 'session_proposal')
    const options = { relayUrl: api.replace('https', 'wss'), url: secure }
    const { uri, attestations } = await page.evaluate((given) => window.app.connect(given), options)
    expect(attestations).toBeGreaterThan(0)
    await wallet.core.pairing.pair({ uri })
    expect((await proposal).verifyContext.verified).toMatchObject({ validation: 'VALID', origin: secure })
    await page.close()
  })
})

describe('a page of another origin', () => {
  it('gets no attestation for one that is not its own, by a frame or by a call', async () => {
    script = 'window.heard = []; addEventListener("message", (event) => heard.push(JSON.parse(event.data)))'
    const page = await open(app.unlisted)
    const url = (origin: string) =>
      `${server.url}/v3/attestation?projectId=local&origin=${origin}&id=${'ab'.repeat(32)}&decryptedId=`
    const frame = (src: string) =>
      page.evaluate(
        (given) =>
          new Promise((resolve) => {
            const element = document.createElement('iframe')
            Object.assign(element, { src: given, onload: resolve })
            document.body.append(element)
          }),
        src,
      )
    await frame(url(app.listed))
    await frame(url(app.unlisted))
    await expect.poll(() => page.evaluate(() => window.heard.length)).toBe(1)
    const [heard] = (await page.evaluate(() => window.heard)) as { attestation: string }[]
    const claims = JSON.parse(Buffer.from(heard?.attestation.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ origin: app.unlisted, isVerified: false })
    const called = page.evaluate((given) => fetch(given).then((answer) => answer.text()), url(app.listed))
    await expect(called).rejects.toThrow('Failed to fetch')
    await page.close()
  })
})
