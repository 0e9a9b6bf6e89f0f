import { createHash } from 'node:crypto'
import { serve } from '@hono/node-server'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { Hono } from 'hono'
import type { FamilyChain } from '../chains/familyChain.js'
import { freePort } from '../chains/freePort.js'
import type { BrowserConfig } from '../wallets/browserConfig.js'
import type { WalletChain } from '../wallets/walletChain.js'
import { bundleWallet } from './bundleWallet.js'
import { faucetRoute } from './faucetRoute.js'

/** How to start the host of the test wallet's script. */
export type StartWalletHostOptions = {
  /** The networks of the wallet, unless the page says otherwise. */
  chains: readonly WalletChain[]
  /** The chains of other families that the wallet and the faucet know. Default: none. */
  families?: readonly FamilyChain[]
  /** The wanted port; 0 (default) means any. A taken port gives way to a free one. */
  port?: number
}

/** A running host. */
export type WalletHost = {
  /** The address of the host. */
  url: string
  /** The address of the script. */
  scriptUrl: string
  /** The URL of the faucet: `POST {chainId, address}`; the CAIP-2 id for chains of other families. */
  faucetUrl: string
  stop(): Promise<void>
}

/**
 * Serves the test wallet as one script, `/test-wallet.js`, that any page may load, and test funds at `/faucet`.
 *
 * @param options - The wallet's networks, and the port.
 * @returns Where it is, and `stop`.
 *
 * @example
 * import { startEvmChains, startWalletHost } from '@latchkey/devnet'
 * const { chains } = await startEvmChains()
 * const host = await startWalletHost({ chains })
 * console.log(`<script src="${host.scriptUrl}"></script>`)
 */
export async function startWalletHost(options: StartWalletHostOptions): Promise<WalletHost> {
  const chains = options.chains.map(({ chainId, url, name }) => ({ chainId, url, name }))
  const { families = [] } = options
  const app = createWalletHost(
    { chains, families: families.map(({ chainId, url, name }) => ({ chainId, url, name })) },
    families,
  )
  const port = await freePort(options.port)
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (cause) =>
      reject(new LatchkeyError('INVALID_CONFIG', `The test wallet could not be served on port ${port}`, { cause })),
    )
  })
  // Bundled while the rest of the world starts, so that the first page does not wait for it.
  void app.request('/test-wallet.js')
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    scriptUrl: `${url}/test-wallet.js`,
    faucetUrl: `${url}/faucet`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

/** The host as one fetch handler; the script is bundled at the first request and kept. */
export function createWalletHost(config: BrowserConfig, families: readonly FamilyChain[] = []): Hono {
  let bundling: Promise<{ script: string; etag: string }> | undefined
  const bundle = async () => {
    const script = await bundleWallet(config)
    return { script, etag: `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"` }
  }
  const app = new Hono()
  app.route('/faucet', faucetRoute(config.chains, families))
  app.get('/test-wallet.js', async (context) => {
    bundling ??= bundle().catch((error: unknown) => {
      bundling = undefined
      throw error
    })
    const { script, etag } = await bundling
    const headers = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      etag,
    }
    if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers)
    return context.body(script, 200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' })
  })
  app.notFound((context) => context.json({ error: 'Not found. The test wallet is at /test-wallet.js.' }, 404))
  app.onError((_error, context) => context.json({ error: 'The test wallet could not be bundled.' }, 500))
  return app
}
