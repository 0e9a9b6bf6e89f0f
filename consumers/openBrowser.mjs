// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// A headless browser in which a wallet is installed, as a visitor's would be.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { browserArgs, findBrowser, partedArgs } from '../tools/browser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the wallet of this browser is called, and its address. */
export const wallet = { name: 'Latchkey Test Wallet', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }

/**
 * Starts a browser that reaches nothing but this machine.
 *
 * @returns {Promise<{ visit: (url: string, options?: object) => Promise<Visit>, newContext: import('playwright-core').Browser['newContext'], close: () => Promise<void> }>}
 *   `visit` opens a page as a new visitor, whose wallet is on the chains of `options.world` where one is given; `newContext` is a visitor without a wallet.
 * @typedef {{ page: import('playwright-core').Page, problems: string[], outside: string[], close: () => Promise<void> }} Visit
 *   `problems`: errors and warnings of the page so far; `outside`: requests that left this machine.
 */
export async function openBrowser() {
  const found = await findBrowser({ windows: true })
  if (!found) throw new Error('No Chromium found: `node tools/browser.mjs` says what to do.')
  const script = await bundleWallet()
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [
      ...browserArgs,
      ...partedArgs,
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
    ],
  })
  return {
    visit: (url, options) => visit(browser, script, url, options),
    newContext: (options) => browser.newContext(options),
    close: () => browser.close(),
  }
}

async function visit(browser, script, url, { world, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  if (world) {
    const { chains, solana } = world
    await context.addInitScript({ content: `window.testWorld = ${JSON.stringify({ chains, solana })}` })
  }
  await context.addInitScript({ content: script })
  const page = await context.newPage()
  const problems = []
  const outside = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // The browser's own line on a request that found no network: those are listed in `outside`.
    if (message.text().startsWith('Failed to load resource')) return
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data:|blob:|https?:\/\/(127\.0\.0\.1|localhost)[:/])/.test(request.url())) outside.push(request.url())
  })
  await page.goto(url)
  return { page, problems, outside, close: () => context.close() }
}

async function bundleWallet() {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: root,
      contents: `
        import { createSolanaTestWallet, createTestWallet } from '@latchkey/devnet/wallet'
        const { chains, solana } = window.testWorld ?? { chains: [{ chainId: 1, name: 'Ethereum', url: 'http://127.0.0.1:9' }, { chainId: 8453, name: 'Base', url: 'http://127.0.0.1:9' }] }
        if (location.protocol.startsWith('http')) {
          const shared = { storage: localStorage, info: { name: ${JSON.stringify(wallet.name)} } }
          const families = solana ? { solana: createSolanaTestWallet({ ...shared, chain: solana }) } : {}
          window.testWallet = createTestWallet({ ...shared, chains, families })
          window.testWallet.announce()
        }`,
    },
    bundle: true,
    write: false,
    format: 'iife',
    conditions: ['@latchkey/source'],
    logLevel: 'silent',
  })
  return outputFiles[0].text
}
