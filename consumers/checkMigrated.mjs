// The apps that users of RainbowKit, ConnectKit and AppKit are told to have in the end, as their pages have them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wallet } from './openBrowser.mjs'
import { readMigrated } from './readme.mjs'
import { connectByModal, must, mustBeQuiet, waitForAccountButton } from './steps.mjs'

/** A page may export a whole app, a provider, or the configs of one. */
const main = `
import '@latchkey/react/styles.css'
import { ConnectButton, LatchkeyProvider } from '@latchkey/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'

const Straight = ({ children }) => children
const queries = new QueryClient()

export function draw({ default: App = ConnectButton, Providers = Straight, config, wagmiConfig }) {
  window.wagmiConfig = wagmiConfig
  const app = <Providers><App /></Providers>
  const whole = wagmiConfig ? (
    <WagmiProvider config={wagmiConfig}>
      <QueryClientProvider client={queries}>
        <LatchkeyProvider config={config}>{app}</LatchkeyProvider>
      </QueryClientProvider>
    </WagmiProvider>
  ) : app
  createRoot(document.querySelector('#root')).render(<StrictMode>{whole}</StrictMode>)
}
`

/**
 * Puts what the pages have into an app, each with an HTML file of its own.
 *
 * @param {string} folder - The app.
 * @returns {string[]} The names of the HTML files, without their endings.
 */
export function writeMigrated(folder) {
  const place = join(folder, 'src', 'migrated')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'draw.jsx'), main)
  const pages = Object.entries(readMigrated())
  must(pages.length >= 6, `the pages for users of other kits have ${pages.length} blocks`)
  for (const [name, code] of pages) {
    const script = `import { draw } from '/src/migrated/draw.jsx'\nimport * as page from '/src/migrated/${name}.tsx'\ndraw(page)`
    writeFileSync(join(place, `${name}.tsx`), code)
    writeFileSync(
      join(folder, `${name}.html`),
      `<!doctype html><html lang="en"><link rel="icon" href="data:," /><div id="root"></div><script type="module">${script}</script></html>\n`,
    )
  }
  return pages.map(([name]) => name)
}

/** Each shows the button, connects, and is connected again after a reload; where wagmi is there too, it follows. */
export async function checkMigrated({ url, browser, migrated }) {
  for (const name of migrated) {
    const visit = await browser.visit(`${url}${name}.html`)
    try {
      const { page } = visit
      await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
      must(visit.outside.length === 0, `before any click the page asked ${visit.outside.join(', ')}`)
      await connectByModal(page)
      await waitForAccountButton(page)
      await wagmiFollows(page)
      await page.reload()
      await waitForAccountButton(page)
      await wagmiFollows(page)
      mustBeQuiet(visit, 'from load to reconnection')
    } catch (error) {
      error.message = `${name}: ${error.message}`
      throw error
    } finally {
      await visit.close()
    }
  }
  return [`the quick starts of three kits moved by their pages (${migrated.length} apps): button, connects, reconnects`]
}

function wagmiFollows(page) {
  return page.waitForFunction((address) => {
    const { wagmiConfig } = window
    const accounts = [...(wagmiConfig?.state.connections.values() ?? [])].flatMap((connection) => connection.accounts)
    return !wagmiConfig || accounts.includes(address)
  }, wallet.address)
}
