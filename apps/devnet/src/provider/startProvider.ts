import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { LocalChain } from '../chains/evm/localChain.js'
import { providerRoutes } from './providerRoutes.js'

/** How to start the local provider. */
export type StartProviderOptions = {
  /** The chains that it pays out on. */
  chains: readonly LocalChain[]
  /** The port; 0 (default) means any. */
  port?: number
}

/** A running provider. */
export type Provider = {
  url: string
  /** Its URL with its secret, for the server's `LATCHKEY_ONRAMP_LOCAL_URL`. */
  serverUrl: string
  stop(): Promise<void>
}

/**
 * Starts a provider that sells coins of the local chains for play money: a card form, a step at a bank, signed messages, and a
 * payment from the operator of the chain.
 *
 * @param options - The chains, and the port.
 * @returns Where it is, how a server reaches it, and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the port cannot be had.
 *
 * @example
 * import { startEvmChains, startProvider } from '@latchkey/devnet'
 * const { chains } = await startEvmChains()
 * const provider = await startProvider({ chains })
 * console.log(provider.url)
 */
export async function startProvider(options: StartProviderOptions): Promise<Provider> {
  const secret = randomBytes(24).toString('base64url')
  let url = ''
  const app = providerRoutes({ chains: options.chains, secret, url: () => url })
  const server = serve({ fetch: app.fetch, port: options.port ?? 0, hostname: '127.0.0.1' })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (cause) =>
      reject(new LatchkeyError('INVALID_CONFIG', 'The provider could not be started', { cause })),
    )
  })
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  return {
    url,
    serverUrl: `http://:${secret}@127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
