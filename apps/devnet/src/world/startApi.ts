import { join } from 'node:path'
import type { EvmChains } from '../chains/evm/localChain.js'
import type { Inbox } from '../inbox/startInbox.js'
import type { Provider } from '../provider/startProvider.js'
import type { Running } from './createParts.js'
import { fiatRates } from './fiatRates.js'
import type { serverChains } from './serverChains.js'
import { serverSwaps } from './serverSwaps.js'

type Env = { readonly [name: string]: string }

/**
 * Starts the server of the world: data API, relay, and the embedded wallet on an origin of its own.
 *
 * @param options - The folder of its data, its ports and chains, settings of the caller, what the world offers it, and the build of the
 * wallet's pages.
 */
export async function startApi(options: {
  dir: string
  port: number
  walletPort: number
  chains: ReturnType<typeof serverChains>
  evm: EvmChains['chains']
  inbox: Inbox
  provider: Provider
  socialsFile: string | undefined
  given: Env
  frameFolder: Promise<string> | undefined
}): Promise<Running & { walletUrl: string }> {
  const { dir, port, walletPort, chains, evm, inbox, provider, socialsFile, given, frameFolder } = options
  // Loaded here, so that a test that wants only a chain does not pay for a database.
  const { startServer } = await import('@latchkey/server')
  const server = await startServer({
    port,
    host: '127.0.0.1',
    dataDir: join(dir, 'db'),
    env: {
      ...(socialsFile === undefined ? {} : { LATCHKEY_SOCIALS_FILE: socialsFile }),
      // The first try of the wallet needs a code and nothing else; the link is for the second browser.
      LATCHKEY_DEVICE_LINK: 'returning',
      LATCHKEY_SWAPS: serverSwaps(evm),
      LATCHKEY_FIAT_RATES: JSON.stringify(fiatRates),
      LATCHKEY_ONRAMP_LOCAL_URL: provider.serverUrl,
      ...given,
      LATCHKEY_WALLET_PORT: String(walletPort),
      LATCHKEY_SMTP_URL: inbox.smtpUrl,
    },
    ...(frameFolder === undefined ? {} : { frameDir: frameFolder }),
    chains,
  })
  return { url: server.url, walletUrl: server.walletUrl ?? '', stop: server.close }
}
