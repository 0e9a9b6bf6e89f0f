import { serve } from '@hono/node-server'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { freePort } from '../chains/freePort.js'
import type { FamilyWalletChain } from '../wallets/approvalRequest.js'
import type { WalletChain } from '../wallets/walletChain.js'
import { phoneRoutes } from './phoneRoutes.js'

/** How to start the page of the phone. */
export type StartPhoneHostOptions = {
  /** The relay, `ws:` or `wss:`. */
  relayUrl: string
  /** The networks it knows. */
  chains: readonly WalletChain[]
  /** Its networks of other families than EVM. Default: none. */
  families?: readonly FamilyWalletChain[]
  /** The project ID for the relay. Default: that of the local environment. */
  projectId?: string
  /** The wanted port; 0 (default) means any. A taken port gives way to a free one. */
  port?: number
}

/** The running page of the phone. */
export type PhoneHost = {
  /** The page. `?uri=` gives it the URI of a pairing. */
  url: string
  stop(): Promise<void>
}

/**
 * Serves the page of the phone wallet.
 *
 * @param options - The relay, the networks and the port.
 * @returns Where it is, and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the port cannot be had.
 *
 * @example
 * import { startDevnet, startPhoneHost } from '@latchkey/devnet'
 * const { chains } = await startDevnet()
 * const phone = await startPhoneHost({ relayUrl: 'wss://relay.example', chains })
 * console.log(phone.url)
 */
export async function startPhoneHost(options: StartPhoneHostOptions): Promise<PhoneHost> {
  const chains = options.chains.map(({ chainId, url, name }) => ({ chainId, url, name }))
  const families = options.families?.map(({ chainId, url, name }) => ({ chainId, url, name })) ?? []
  const { relayUrl, projectId } = options
  const app = phoneRoutes({ relayUrl, chains, families, ...(projectId === undefined ? {} : { projectId }) })
  const port = await freePort(options.port)
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (cause) =>
      reject(new LatchkeyError('INVALID_CONFIG', `The phone wallet could not be served on port ${port}`, { cause })),
    )
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
