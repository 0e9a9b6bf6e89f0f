import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'

const { browser } = useBrowser('parted')

let [listed, evil] = ['', '']
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(html)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // Browsers take every name below localhost for this machine; only localhost itself is on the wallet's list.
  ;[listed, evil] = [`http://localhost:${port}/`, `http://evil.localhost:${port}/`]
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const html = `<!doctype html><body><script>
  const query = new URLSearchParams(location.search)
  window.heard = []
  addEventListener('message', ({ data }) => heard.push(String(data && data.type)))
  const frame = document.createElement('iframe')
  if (query.has('sandbox')) frame.sandbox = query.get('sandbox')
  frame.onload = () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => heard.push('port ' + data.type)
    frame.contentWindow.postMessage({ type: 'init', v: 1, nonce: '0'.repeat(32) }, '*', [port2])
  }
  frame.src = query.get('inner')
  document.body.append(frame)
</script>`

/** A page with another in it, and so on, and the wallet in the innermost. */
function nest(origins: readonly string[], sandbox?: string): string {
  const wallet = `${inject('world').frameUrl}/sdk?projectId=test&version=4`
  return origins.reduceRight((inner, origin, at) => {
    const url = new URL(origin)
    url.searchParams.set('inner', inner)
    if (sandbox !== undefined && at === origins.length - 1) url.searchParams.set('sandbox', sandbox)
    return url.href
  }, wallet)
}

async function openPage({ withPolicy }: { withPolicy: boolean }): Promise<{ page: Page; said: string[] }> {
  const context: BrowserContext = await browser().newContext()
  onTestFinished(() => context.close())
  const { frameUrl } = inject('world')
  if (!withPolicy)
    await context.route(`${frameUrl}/sdk**`, async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      const { 'content-security-policy': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message: ConsoleMessage) => said.push(message.text()))
  return { page, said }
}
const walletFrame = (page: Page) => page.frames().find((frame) => frame.url().startsWith(inject('world').frameUrl))
/** What every page around the wallet has heard from it. */
async function heard(page: Page): Promise<string[]> {
  const pages = page.frames().filter((frame) => frame.url().includes('inner='))
  const all = (await Promise.all(pages.map((frame) => frame.evaluate<string[]>('heard')))).flat()
  // The pages around it speak to each other, too.
  return all.filter((type) => type !== 'init')
}
const kept = (page: Page) =>
  walletFrame(page)?.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

describe('who embeds the wallet', () => {
  it('is let in when it is listed', async () => {
    const { page } = await openPage({ withPolicy: true })
    await page.goto(nest([listed]))
    await eventually(() => heard(page)).toContain('port ready')
  })

  it('[SEC-A-33] is not shown anything when it is not, by the policy of the page', async () => {
    const { page, said } = await openPage({ withPolicy: true })
    await page.goto(nest([evil]))
    await eventually(() => said.some((text) => text.includes('frame-ancestors'))).toBe(true)
    expect(walletFrame(page)).toBeUndefined()
    expect(await heard(page)).toEqual([])
  })

  it.each([
    ['[SEC-A-33] alone', () => [evil]],
    ['[SEC-F-08] inside a listed page', () => [listed, evil]],
    ['[SEC-F-08] around a listed page', () => [evil, listed]],
  ])('is answered nothing when it is not, %s, where something took the policy away', async (_, origins) => {
    const { page, said } = await openPage({ withPolicy: false })
    await page.goto(nest(origins()))
    await eventually(() => said).toContain('The wallet does not run here: unlisted_origin')
    expect(await heard(page)).toEqual([])
    expect(await kept(page)).toEqual([])
  })

  it('[SEC-F-09] is answered nothing from a sandbox without an origin of its own, and nothing is kept', async () => {
    const { page, said } = await openPage({ withPolicy: false })
    await page.goto(nest([listed], 'allow-scripts'))
    // Either the frame says so, or the browser does not even give it its script.
    await eventually(() => said.some((text) => /unsupported_embedding|CORS policy/.test(text))).toBe(true)
    expect(await heard(page)).toEqual([])
    await page.goto(nest([listed]))
    await eventually(() => heard(page)).toContain('port ready')
    expect(await kept(page)).toEqual([])
  })
})
