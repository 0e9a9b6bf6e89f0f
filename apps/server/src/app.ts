import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, RequestError } from '@hono/node-server'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { appkitRoutes } from './appkit/appkitRoutes.js'
import { convertRoutes } from './convert/convertRoutes.js'
import { createPrivateSending } from './convert/createPrivateSending.js'
import { createQuoteMemory } from './convert/createQuoteMemory.js'
import { createSwaps } from './convert/createSwaps.js'
import { readSwaps } from './convert/readSwaps.js'
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
import { createEnsReader } from './identity/createEnsReader.js'
import { identityRoutes } from './identity/identityRoutes.js'
import { pictureRoutes } from './identity/pictureRoutes.js'
import { isLocalMode } from './isLocalMode.js'
import { createNames } from './names/createNames.js'
import { createOnramp } from './onramp/createOnramp.js'
import { answerRefusal } from './platform/http/answerRefusal.js'
import { createClientIp } from './platform/http/clientIp.js'
import { allowPages, corsHeaders } from './platform/http/cors.js'
import { Refusal } from './platform/http/refusal.js'
import { refuseMethods } from './platform/http/refuseMethods.js'
import { routeOf } from './platform/http/routeOf.js'
import type { HonoEnv } from './platform/http/vars.js'
import { createSharedRateLimit } from './platform/limits/createSharedRateLimit.js'
import { createSocketShare } from './platform/limits/createSocketShare.js'
import { createGate } from './platform/limits/gate.js'
import { createPictureReader } from './platform/upstream/createPictureReader.js'
import { createAdmission } from './relay/createAdmission.js'
import { createClockWatch } from './relay/createClockWatch.js'
import { createRelay } from './relay/createRelay.js'
import { createStorage } from './relay/createStorage.js'
import { clientsByAddress } from './relay/relayLimits.js'
import { createProxy } from './rpc/createProxy.js'
import { createRest } from './rpc/createRest.js'
import { createRpcAnswer } from './rpc/createRpcAnswer.js'
import { createRpcEndpoint } from './rpc/createRpcEndpoint.js'
import { createRpcListener } from './rpc/createRpcListener.js'
import { createRpcSockets } from './rpc/createRpcSockets.js'
import { createFastLane, type FastLane } from './rpc/fastLane.js'
import { restRoutes } from './rpc/restRoutes.js'
import { rpcRoutes } from './rpc/rpcRoutes.js'
import { createSessions } from './sessions/createSessions.js'
import { createSiwx } from './siwx/createSiwx.js'
import { statusRoutes } from './status/statusRoutes.js'
import { attestationPath, verifyRoutes } from './verify/verifyRoutes.js'

/** A server without a socket. */
export type App = {
  /** Answers one web request; what a test or another host calls. */
  fetch(request: Request): Promise<Response>
  /** The same for a path, as Hono's own `app.request`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Answers one request of a `node:http` server. */
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Answers plain JSON-RPC calls on the connections themselves and hands the others to a `node:http` server. */
  lane(options: { handOver: (socket: Socket) => void; idle: number }): FastLane
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
  const { env, chains, nodes, db, cache, counts, log, metrics, clock } = deps
  const clientIp = createClientIp(env.LATCHKEY_TRUSTED_PROXIES ?? [])
  const exemptLoopback = isLocalMode(env)
  const rateLimitOf = (name: string, rate: number, burst: number) =>
    createSharedRateLimit({ rate, burst, name, counts })
  const shareOf = (name: string, maxSockets: number) =>
    createSocketShare({ maxSockets, exemptLoopback, shared: counts && { counts, name } })
  const gate = createGate({
    chains,
    projects: env.LATCHKEY_PROJECTS,
    rateLimit: rateLimitOf('calls', env.LATCHKEY_RATE_LIMIT, env.LATCHKEY_RATE_BURST),
    exemptLoopback,
    clock,
    onLimited: () => metrics.limited.inc(),
  })
  const swapSettings = readSwaps(env.LATCHKEY_SWAPS, chains)
  const swaps = createSwaps({ env, settings: swapSettings, nodes, clock, fetch: deps.fetch })
  const privately = createPrivateSending({ settings: swapSettings, swaps, log, metrics })
  const proxy = createProxy({ nodes, sendPrivately: privately.send })
  const endpoint = createRpcEndpoint({ gate, proxy, metrics })
  const table = createPriceTable({ db, chains, fiatRates: env.LATCHKEY_FIAT_RATES })
  await table.seed()
  const provider = env.LATCHKEY_PRICE_URL
    ? createCoingecko({ url: env.LATCHKEY_PRICE_URL, key: env.LATCHKEY_PRICE_KEY, fetch: deps.fetch })
    : undefined
  const prices = createPrices({ table, provider, cache, log })
  const balances = createBalances({ reader: createChainReader({ nodes, clock }), prices, cache, metrics })
  const publicUrl = (requestUrl: string) => env.LATCHKEY_PUBLIC_URL ?? new URL(requestUrl).origin
  const data = { chains, gate, publicUrl }
  const onramp = createOnramp(deps, { gate, publicUrl })
  const history = createHistory(deps, { gate, publicUrl, purchases: onramp.entries })
  const sessions = createSessions(deps, { gate })
  const names = createNames(deps, { gate, isLocal: exemptLoopback })
  const siwx = createSiwx(deps, { gate, publicUrl })
  const ethereum = chains.find(({ caip2 }) => caip2 === 'eip155:1')
  const readEns = ethereum && createEnsReader({ nodes, chainId: ethereum.caip2 })
  const directory = createDirectory({ file: env.LATCHKEY_WALLETS_FILE, letters: env.LATCHKEY_WALLET_LETTERS, log })
  const app = new Hono<HonoEnv>()

  // The caller does not name it: an id stands for one call of one server.
  app.use(requestId({ headerName: '' }))
  app.use(async function identify(c, next) {
    c.set('ip', clientIp(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
    c.header('x-request-id', c.get('requestId'))
    metrics.requests.inc({ route: routeOf(c), status: c.res.status })
  })
  app.use((c, next) => (c.req.path === attestationPath && c.req.method !== 'OPTIONS' ? next() : allowPages(c, next)))
  // Over the relay's connections: readers that hold all of the data API's must not have the relay called not ready.
  app.route('/', statusRoutes({ ...deps, db: deps.relayDb ?? deps.db }))
  app.route('/', rpcRoutes(endpoint))
  app.route('/', restRoutes({ rest: createRest({ nodes, cache }), gate }))
  app.route(
    '/',
    supportedChainsRoutes(chains, (chain) => swaps.has(chain)),
  )
  app.route('/', balanceRoutes({ ...data, balances }))
  app.route('/', history.routes)
  app.route('/', createCollectibles(deps, { gate, publicUrl }))
  app.route('/', sessions.routes)
  app.route('/', siwx.routes)
  app.route('/', names.routes)
  const { nameOf } = names
  app.route('/', identityRoutes({ gate, cache, clock, readEns, nameOf, readPicture: createPictureReader() }))
  app.route('/', onramp.routes)
  // A reader of its own: pictures that wallets name must not keep those of accounts waiting.
  app.route('/', pictureRoutes({ gate, readPicture: createPictureReader() }))
  app.route('/', priceRoutes({ ...data, prices }))
  app.route('/', fiatRateRoutes({ gate, rates: createFiatRates({ table, provider, cache, log }) }))
  app.route('/', imageRoutes())
  app.route(
    '/',
    convertRoutes({
      gate,
      swaps,
      memory: createQuoteMemory({ cache, clock }),
      iconUrl: (chain, token, requestUrl) => iconUrl({ chain, token }, publicUrl(requestUrl)),
    }),
  )
  app.route('/', directoryRoutes({ directory, gate }))
  app.route(
    '/',
    verifyRoutes({ gate, key: deps.attestationKey, sites: env.LATCHKEY_RELAY_SITES, isLocal: exemptLoopback, clock }),
  )
  app.route(
    '/',
    appkitRoutes({
      gate,
      sites: env.LATCHKEY_RELAY_SITES,
      onramp: onramp.providers,
      hasSwaps: swaps.size > 0,
      signsIn: deps.tokenKeys !== undefined,
      email: env.LATCHKEY_SIWX_EMAIL,
    }),
  )
  refuseMethods(app)
  const refuse = (error: unknown, id: string) => {
    const { body, ...init } = answerRefusal(error, id, { log, metrics })
    return new Response(body, init)
  }
  app.notFound((c) => refuse(new Refusal(404, 'path', 'Not found'), c.get('requestId')))
  app.onError((error, c) => refuse(error, c.get('requestId')))

  const answer = createRpcAnswer({ endpoint, log, metrics })
  const rpc = createRpcListener({ answer, clientIp })
  const { LATCHKEY_MAX_SOCKETS: maxSockets } = env
  const share = shareOf('sockets', maxSockets)
  const sockets = createRpcSockets({
    gate,
    clientIp,
    maxSockets,
    share,
    readHead: proxy.readHead,
    isPrivate: privately.has,
    log,
    metrics,
  })
  const { LATCHKEY_RELAY_RATE: rate, LATCHKEY_RELAY_BURST: burst } = env
  const { LATCHKEY_PUBLIC_URL: ownUrl } = env
  const relayUrls = env.LATCHKEY_RELAY_URLS ?? (exemptLoopback || ownUrl === undefined ? undefined : [ownUrl])
  const relay = createRelay({
    db: deps.relayDb ?? db,
    cache,
    admission: createAdmission({
      gate,
      share: shareOf('relay sockets', env.LATCHKEY_RELAY_SOCKETS),
      clientIp,
      cache,
      urls: relayUrls,
      sites: env.LATCHKEY_RELAY_SITES,
      leeway: env.LATCHKEY_RELAY_LEEWAY,
      clock,
      clockWatch: createClockWatch({ log, clock }),
    }),
    rateLimit: rateLimitOf('messages', rate, burst),
    addressRate: rateLimitOf('messages by address', rate * clientsByAddress, burst * clientsByAddress),
    storage: createStorage({ most: env.LATCHKEY_RELAY_STORAGE * 1024 * 1024, exemptLoopback, counts }),
    maxSockets: env.LATCHKEY_RELAY_SOCKETS,
    keptDays: env.LATCHKEY_RETENTION_MESSAGES,
    log,
    metrics,
    clock,
  })
  const rest = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // A request that no URL can be made of never reaches the app, and a page would not even see its status.
    errorHandler(cause) {
      const id = randomUUID()
      const malformed = cause instanceof RequestError && new Refusal(400, 'path', 'The address is malformed', { cause })
      const response = refuse(malformed || cause, id)
      response.headers.set('x-request-id', id)
      for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
      metrics.requests.inc({ route: 'other', status: response.status })
      return response
    },
  })
  return {
    fetch: async (request) => app.fetch(request, {}),
    request: async (path, init) => app.request(path, init, {}),
    listener(request, response) {
      if (!rpc(request, response)) void rest(request, response)
    },
    lane: (options) => createFastLane({ answer, clientIp, ...options }),
    upgrade(request, socket, head) {
      // Node has taken its own listener off: without one, a client that resets would end the process.
      socket.on('error', () => undefined)
      if (!sockets.upgrade(request, socket, head) && !relay.upgrade(request, socket, head))
        socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n', () => socket.destroy())
    },
    async close() {
      sessions.close()
      names.close()
      onramp.close()
      siwx.close()
      sockets.close()
      privately.close()
      await history.close()
      await relay.close()
    },
  }
}
