import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevnet } from '@latchkey/devnet'
import type { TestProject } from 'vitest/node'
import { findBrowser } from '../tools/browser.mjs'
import { serveApp } from './app/serveApp.js'
import type { World } from './world.js'

/** Starts the whole local world once for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { world, stop } = await startWorld()
  project.provide('world', world)
  return stop
}

/** Starts the whole local world, in a folder and on ports of its own. */
export async function startWorld(): Promise<{ world: World; stop(): Promise<void> }> {
  const browser = await findBrowser({ install: false })
  if (!browser) throw new Error('No Chromium for the journeys. Name one in LATCHKEY_CHROMIUM, or run `npm test`.')
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
  const ends: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of ends.reverse()) await end()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const ports = { web: 0, server: 0, wallet: 0, chain31337: 0, chain31338: 0 }
    const devnet = await startDevnet({ dir, ports })
    ends.push(devnet.stop)
    const { web, server, wallet } = devnet
    if (!web) throw new Error('The local world came up without its page')
    const chains = devnet.chains.map(({ chainId, name, url, tokens }) => ({ chainId, name, url, tokens }))
    const app = await serveApp({ chains, apiUrl: server.url, walletUrl: wallet.scriptUrl })
    ends.push(app.stop)
    const urls = { webUrl: `${web.url}/`, appUrl: app.url, apiUrl: server.url, walletUrl: wallet.scriptUrl }
    return { world: { ...urls, chains, browser: browser.path }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
