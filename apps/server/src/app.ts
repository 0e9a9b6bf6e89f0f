import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { appkitRoutes } from './appkit/appkitRoutes.js'
import { attestationPath, attestationRoutes } from './attestation/attestationRoutes.js'
import { balanceRoutes } from './data/balanceRoutes.js'
import { createBalances } from './data/createBalances.js'
import { createFiatRates } from './data/createFiatRates.js'
import { createPrices } from './data/createPrices.js'
import { createPriceTable } from './data/createPriceTable.js'
import { fiatRateRoutes } from './data/fiatRateRoutes.js'
import { iconUrl } from './data/iconUrl.js'
import { imageRoutes } from './data/imageRoutes.js'
import { priceRoutes } from './data/priceRoutes.js'
import { createCoingecko } from './data/providers/createCoingecko.js'
import { createChainReader } from './data/readers/createChainReader.js'
import { supportedChainsRoutes } from './data/supportedChainsRoutes.js'
import type { Deps } from './deps.js'
import { createDirectory } from './directory/createDirectory.js'
import { directoryRoutes } from './directory/directoryRoutes.js'
import { createCollectibles } from './history/collectibles/createCollectibles.js'
import { createHistory } from './history/createHistory.js'
import { createIdentity } from './identity/createIdentity.js'
import { isLocalMode } from './isLocalMode.js'
import { createNames } from './names/createNames.js'
import { createOnramp } from './onramp/createOnramp.js'
import { openLimits } from './openLimits.js'
import { createClientIp } from './platform/http/clientIp.js'
import { createWebApp } from './platform/http/createWebApp.js'
import { refuseMethods } from './platform/http/refuseMethods.js'
import { openRelay } from './relay/openRelay.js'
import { createRpc } from './rpc/createRpc.js'
import type { FastPath } from './rpc/fastPath.js'
import { createSessions } from './sessions/createSessions.js'
import { createSiwx } from './siwx/createSiwx.js'
import { statusRoutes } from './status/statusRoutes.js'
import { createPrivateSending } from './swap/createPrivateSending.js'
import { createQuoteMemory } from './swap/createQuoteMemory.js'
import { createSwaps } from './swap/createSwaps.js'
import { createSwapLedger } from './swap/ledger/createSwapLedger.js'
import { readSwaps } from './swap/readSwaps.js'
import { swapRoutes } from './swap/swapRoutes.js'

/** A server without a socket. */
export type App = {
  /** Answers one web request; what a test or another host calls. */
  fetch(request: Request): Promise<Response>
  /** The same for a path, as Hono's own `app.request`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Answers one request of a `node:http` server. */
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Answers plain JSON-RPC calls on the connections themselves and hands the others to a `node:http` server. */
  lane(options: { handOver: (socket: Socket) => void; idle: number }): FastPath
  /** Takes over one upgrade of a `node:http` server: JSON-RPC over WebSocket, or the relay. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends the WebSockets, once what they said is kept. */
  close(): Promise<void>
}

/**
 * Puts the modules of the server together over what they may ask for.
 *
 * @param deps - Settings, chains, nodes, database, cache, log, figures, clock and fetch.
 * @returns The app, once its prices are in the database; it opens no port and reads no environment.
 *
 * @example
 * import { createApp } from '@latchkey/server'
 * const app = await createApp(deps)
 * const response = await app.request('/v1/supported-chains')
 */
export async function createApp(deps: Deps): Promise<App> {
  const { env, chains, nodes, db, cache, log, metrics, clock } = deps
  const isLocal = isLocalMode(env)
  const clientIp = createClientIp(env.LATCHKEY_TRUSTED_PROXIES ?? [])
  const limits = openLimits(deps, { isLocal })
  const { gate } = limits
  const publicUrl = (requestUrl: string) => env.LATCHKEY_PUBLIC_URL ?? new URL(requestUrl).origin
  const table = createPriceTable({ db, chains, fiatRates: env.LATCHKEY_FIAT_RATES })
  await table.seed()
  const provider = env.LATCHKEY_PRICE_URL
    ? createCoingecko({ url: env.LATCHKEY_PRICE_URL, key: env.LATCHKEY_PRICE_KEY, fetch: deps.fetch })
    : undefined
  const prices = createPrices({ table, provider, cache, log })
  const balances = createBalances({ reader: createChainReader({ nodes, clock }), prices, cache, metrics })
  const data = { chains, gate, publicUrl }
  const swapSettings = readSwaps(env.LATCHKEY_SWAPS, chains)
  const swaps = createSwaps({ env, settings: swapSettings, nodes, clock, fetch: deps.fetch })
  const privateSending = createPrivateSending({ settings: swapSettings, swaps, log, metrics })
  const swapLedger = createSwapLedger({ ...deps, settings: swapSettings })
  const send: typeof privateSending.send = (chainId, call) => {
    swapLedger.hear(chainId, call)
    return privateSending.send(chainId, call)
  }
  const rpc = createRpc(deps, { limits, clientIp, privateSending: { ...privateSending, send } })
  const onramp = createOnramp(deps, { gate, publicUrl })
  const history = createHistory(deps, { gate, publicUrl, purchases: onramp.entries })
  const sessions = createSessions(deps, { gate })
  const names = createNames(deps, { gate, isLocal })
  const siwx = createSiwx(deps, { gate, publicUrl })
  const directory = createDirectory({ file: env.LATCHKEY_WALLETS_FILE, letters: env.LATCHKEY_WALLET_LETTERS, log })
  const { app, listener } = createWebApp({ clientIp, closedToPages: [attestationPath], log, metrics })
  const routes = [
    // Over the relay's connections: readers that hold all of the data API's must not have the relay called not ready.
    statusRoutes({ ...deps, db: deps.relayDb ?? deps.db }),
    rpc.routes,
    supportedChainsRoutes(chains, (chain) => swaps.has(chain)),
    balanceRoutes({ ...data, balances }),
    history.routes,
    createCollectibles(deps, { gate, publicUrl }),
    sessions.routes,
    siwx.routes,
    names.routes,
    createIdentity(deps, { gate, nameOf: names.nameOf }),
    onramp.routes,
    priceRoutes({ ...data, prices }),
    fiatRateRoutes({ gate, rates: createFiatRates({ table, provider, cache, log }) }),
    imageRoutes(),
    swapRoutes({
      gate,
      swaps,
      memory: createQuoteMemory({ cache, clock }),
      ledger: swapLedger,
      iconUrl: (chain, token, requestUrl) => iconUrl({ chain, token }, publicUrl(requestUrl)),
    }),
    directoryRoutes({ directory, gate }),
    attestationRoutes({ gate, key: deps.attestationKey, sites: env.LATCHKEY_RELAY_SITES, isLocal, clock }),
    appkitRoutes({
      gate,
      sites: env.LATCHKEY_RELAY_SITES,
      onramp: onramp.providers,
      hasSwaps: swaps.size > 0,
      signsIn: deps.tokenKeys !== undefined,
      email: env.LATCHKEY_SIWX_EMAIL,
    }),
  ]
  for (const each of routes) app.route('/', each)
  refuseMethods(app)
  const relay = openRelay(deps, { limits, clientIp, isLocal })
  return {
    fetch: async (request) => app.fetch(request, {}),
    request: async (path, init) => app.request(path, init, {}),
    listener(request, response) {
      if (!rpc.listener(request, response)) listener(request, response)
    },
    lane: rpc.lane,
    upgrade(request, socket, head) {
      // Node has taken its own listener off: without one, a client that resets would end the process.
      socket.on('error', () => undefined)
      if (!rpc.upgrade(request, socket, head) && !relay.upgrade(request, socket, head))
        socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n', () => socket.destroy())
    },
    async close() {
      for (const part of [sessions, names, onramp, siwx, rpc, privateSending]) part.close()
      await Promise.all([history.close(), swapLedger.close()])
      await relay.close()
    },
  }
}
