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
  const ports = { web: 0, server: 0, wallet: 0, chain31337: 0, chain31338: 0 }
  const devnet = await startDevnet({ dir, ports })
  const { web, server, wallet } = devnet
  if (!web) throw new Error('The local world came up without its page')
  const chains = devnet.chains.map(({ chainId, name, url, tokens }) => ({ chainId, name, url, tokens }))
  const app = await serveApp({ chains, apiUrl: server.url, walletUrl: wallet.scriptUrl })
  return {
    world: {
      webUrl: `${web.url}/`,
      appUrl: app.url,
      apiUrl: server.url,
      walletUrl: wallet.scriptUrl,
      chains,
      browser: browser.path,
    },
    async stop() {
      await app.stop()
      await devnet.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
