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
    const own = { web: 0, server: 0, frame: 0, inbox: 0, wallet: 0, phone: 0, socials: 0, provider: 0 }
    const nodes = { chain31337: 0, chain31338: 0, solana: 0, bitcoin: 0, polkadot: 0, cosmos: 0 }
    const devnet = await startDevnet({
      dir,
      ports: { ...own, ...nodes },
      serverEnv: { LATCHKEY_PASSKEY_LOGIN: 'on' },
    })
    ends.push(devnet.stop)
    const { web, server, wallet, frame, inbox, phone } = devnet
    if (!web) throw new Error('The local world came up without its page')
    const chains = devnet.chains.map(({ chainId, name, url, tokens }) => ({ chainId, name, url, tokens }))
    const families = devnet.families.map(({ chainId, name, url }) => ({ chainId, name, url }))
    const app = await serveApp({
      chains,
      families,
      apiUrl: server.url,
      walletUrl: wallet.scriptUrl,
      frameUrl: `${frame.url}/sdk`,
    })
    ends.push(app.stop)
    const urls = {
      webUrl: `${web.url}/`,
      // The frame is at `localhost`, so under a number the same page is a site of its own.
      foreignUrl: `${web.url.replace('localhost', '127.0.0.1')}/`,
      appUrl: app.url,
      apiUrl: server.url,
      walletUrl: wallet.scriptUrl,
      frameUrl: frame.url,
      inboxUrl: inbox.url,
      phoneUrl: phone.url,
      faucetUrl: `${wallet.url}/faucet`,
      databaseDir: join(dir, 'db', 'pg'),
    }
    return { world: { ...urls, chains, families, browser: browser.path }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
