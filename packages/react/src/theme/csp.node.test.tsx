import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, chromium } from 'playwright-core'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { browserArgs, findBrowser } from '../../../../tools/browser.mjs'
import { BrandedPage } from '../../test/BrandedPage.js'

const strict = "default-src 'self'; script-src 'nonce-x' 'strict-dynamic'; style-src 'nonce-x'"

let browser: Browser
let server: Server
let url: string
beforeAll(async () => {
  const files = await bundle()
  const html = `<!doctype html><link rel="stylesheet" nonce="x" href="/styles.css">
    <div id="root">${renderToString(<BrandedPage />)}</div>
    <script type="module" nonce="x" src="/hydrateBrandedPage.js"></script>`
  server = createServer(({ url: path = '/' }, response) => {
    const file = files.get(path)
    if (path === '/strict') response.setHeader('content-security-policy', strict)
    response.setHeader(
      'content-type',
      path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html',
    )
    response.end(file ?? html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const found = await findBrowser({ install: false })
  if (!found) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
  browser = await chromium.launch({ executablePath: found.path, args: browserArgs })
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

async function visit(path: string, hasScripts = true) {
  const context = await browser.newContext({ javaScriptEnabled: hasScripts })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const told: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && told.push(message.text()))
  page.on('pageerror', (error) => told.push(String(error)))
  await page.goto(`${url}${path}`)
  const read = (selector: string, property: 'backgroundColor' | 'borderTopLeftRadius') =>
    page.locator(selector).evaluate((element, name) => getComputedStyle(element)[name], property)
  return { page, told, read }
}

describe('theme variables in markup of a server', () => {
  it('behavior: hold before the first script runs, where no policy forbids them', async () => {
    const { read } = await visit('/', false)
    expect(await read('.lk-connect-button', 'backgroundColor')).toBe('rgb(170, 0, 85)')
    expect(await read('.lk-network-button', 'backgroundColor')).toBe('rgb(255, 238, 204)')
  })

  it('behavior: hold under a policy that lets only styles with a nonce through', async () => {
    const { page, told, read } = await visit('/strict')
    await expect.poll(() => read('.lk-connect-button', 'backgroundColor')).toBe('rgb(170, 0, 85)')
    expect(await read('.lk-network-button', 'backgroundColor')).toBe('rgb(255, 238, 204)')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await read('.lk-card', 'borderTopLeftRadius')).toBe('4px')
    // The browser names the attributes that it passed over; nothing else is said.
    expect(told.filter((text) => !/inline style.*'nonce-x'/s.test(text))).toEqual([])
  })
})

/** The page's script and styles, by path, as an app's own build makes them for development. */
async function bundle(): Promise<Map<string, string>> {
  const of = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [of('../../test/hydrateBrandedPage.tsx'), of('styles.css')],
    entryNames: '[name]',
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    conditions: ['@latchkey/source'],
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return new Map(outputFiles.map(({ path, text }) => [path, text]))
}
