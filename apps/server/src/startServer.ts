import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type App, createApp } from './app.js'
import type { Deps } from './deps.js'
import { type Env, readEnv } from './env.js'
import { isLocalMode } from './isLocalMode.js'
import { openAttestationKey } from './openAttestationKey.js'
import { openNameKey } from './openNameKey.js'
import { openSessionKeys } from './openSessionKeys.js'
import { openTokenKeys } from './openTokenKeys.js'
import { openWallet, type Wallet } from './openWallet.js'
import { createMemoryCache } from './platform/cache/createMemoryCache.js'
import { createRedisCache } from './platform/cache/createRedisCache.js'
import type { ChainInput } from './platform/chains/chain.js'
import { readChains } from './platform/chains/readChains.js'
import { openPglite } from './platform/db/openPglite.js'
import { openPools, type Pools } from './platform/db/openPools.js'
import { takeConnections } from './platform/http/takeConnections.js'
import { shareCounts } from './platform/limits/shareCounts.js'
import { createLog } from './platform/log/log.js'
import { createSmtpMail } from './platform/mail/createSmtpMail.js'
import { createMetrics } from './platform/metrics/metrics.js'
import { createNodes } from './platform/upstream/nodes.js'
import type { FastLane } from './rpc/fastLane.js'
import type { WalletRole } from './walletApp.js'

/** How a server is started from a program. */
export type StartServerOptions = {
  /** The chains to offer; those of the settings, else the built-in ones, when absent. */
  chains?: readonly ChainInput[]
  /** Port to listen on; 0 takes a free one. */
  port?: number
  /** Address to listen on; this machine only unless said otherwise. */
  host?: string
  /** Where the embedded database keeps its files; `false` keeps them in memory. */
  dataDir?: string | false
  /** Which parts run in this process; those of the settings when absent. */
  roles?: readonly ('data' | WalletRole)[]
  /** The folder of the built frame, also while it is still being built; that of the settings when absent. */
  frameDir?: string | Promise<string>
  /** Settings by the names of their environment variables; the environment itself when absent. */
  env?: { readonly [name: string]: string | undefined }
}

const keepAliveTimeout = 65_000
/** How long open calls may take to finish once the server closes, in milliseconds. */
const drainTime = 10_000

/** A server that listens. */
export type RunningServer = {
  /** Where it can be reached, for example `http://127.0.0.1:3080`. */
  url: string
  port: number
  /** Where the wallet's own origin is served, when its port is set. */
  walletUrl: string | undefined
  /** Where the figures are, when they have a port of their own. */
  metricsPort: number | undefined
  /** Stops listening, lets open calls finish, and closes everything it opened. */
  close(): Promise<void>
}

/**
 * Starts a server: database, cache, nodes, HTTP and WebSocket.
 *
 * @param options - What differs from the settings.
 * @returns The server, once it accepts calls.
 * @throws LatchkeyError INVALID_CONFIG when a setting is not usable or the data folder is taken.
 *
 * @example
 * import { startServer } from '@latchkey/server'
 * const server = await startServer({ port: 0, dataDir: false, env: {} })
 * console.log(server.url)
 * await server.close()
 */
export async function startServer(options: StartServerOptions = {}): Promise<RunningServer> {
  const env: Env = {
    ...readEnv(options.env),
    ...(options.port === undefined ? {} : { PORT: options.port }),
    ...(options.host === undefined ? {} : { HOST: options.host }),
    ...(options.roles === undefined ? {} : { LATCHKEY_ROLES: [...options.roles] }),
  }
  // Only local mode may trust the Host header: elsewhere a cache would hand one caller's picture URLs to everybody, and a token made
  // for another relay would open a socket here.
  if (!isLocalMode(env) && env.LATCHKEY_PUBLIC_URL === undefined) {
    const missing = (why: string) => new LatchkeyError('INVALID_CONFIG', `LATCHKEY_PUBLIC_URL must be set: ${why}`)
    if (env.LATCHKEY_ROLES.includes('data'))
      throw missing('picture URLs start with it, and it is the relay that tokens name')
    if (env.LATCHKEY_ROLES.includes('auth')) throw missing("the wallet's pages read chains there")
  }
  const log = createLog(env.LATCHKEY_LOG_LEVEL)
  const metrics = createMetrics()
  const chains = readChains(options.chains ?? env.LATCHKEY_CHAINS)
  const folder = options.dataDir === false ? undefined : (options.dataDir ?? env.LATCHKEY_DATA_DIR)
  const pools = await openDatabase(env, folder)
  for (const name of ['relay', 'wallet', 'data'] as const) {
    const { waiting } = pools[name]
    if (waiting !== undefined) metrics.pools.set(name, waiting)
  }
  const cache = env.REDIS_URL ? createRedisCache({ url: env.REDIS_URL, log }) : createMemoryCache()
  const counts = env.REDIS_URL ? shareCounts({ cache, log }) : undefined
  const nodes = createNodes({
    chains,
    observe: ({ chainId, upstream, outcome, seconds }) =>
      metrics.upstream.observe({ chain: chainId, upstream, outcome }, seconds),
  })
  const deps: Deps = {
    env,
    chains,
    nodes,
    db: pools.data,
    relayDb: pools.relay,
    cache,
    counts,
    log,
    metrics,
    clock: () => new Date(),
    fetch,
  }
  const servers: Server[] = []
  let app: App | undefined
  let lane: FastLane | undefined
  let wallet: Wallet | undefined
  const close = async () => {
    await app?.close()
    lane?.close()
    setTimeout(() => lane?.destroy(), drainTime).unref()
    await wallet?.close()
    await Promise.all(servers.map(stop))
    nodes.close()
    await deps.sessionKeys?.close()
    deps.mail?.close()
    counts?.close()
    await cache.close()
    await pools.close()
  }
  const openFigures = async () => {
    if (env.METRICS_PORT === undefined) return undefined
    const figures = createServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': metrics.registry.contentType })
      response.end(await metrics.registry.metrics())
    })
    const port = await listen(figures, env.METRICS_PORT, env.HOST)
    servers.push(figures)
    return port
  }
  try {
    let walletUrl: string | undefined
    const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
    let apiUrl = env.LATCHKEY_PUBLIC_URL ?? `http://${host}:${env.PORT}`
    if (env.LATCHKEY_WALLET_PORT !== undefined) {
      const { LATCHKEY_WALLET_PORT, ...rest } = env
      // The port comes first, since the origin that calls are checked against has it in its name.
      const walletServer = createServer({ requestTimeout: 60_000 }, (request, response) => {
        if (wallet) void wallet.listener(request, response)
        else response.writeHead(503).end()
      })
      const walletPort = await listen(walletServer, LATCHKEY_WALLET_PORT, env.HOST)
      servers.push(walletServer)
      const frame = {
        apiUrl: () => apiUrl,
        chains,
        ...(options.frameDir === undefined ? {} : { folder: options.frameDir }),
      }
      const walletEnv = { ...rest, LATCHKEY_WALLET_PORT: walletPort }
      wallet = await openWallet({ env: walletEnv, db: pools.wallet, log, metrics, folder, frame, counts })
      walletUrl = wallet.origin
    }
    if (!env.LATCHKEY_ROLES.includes('data')) {
      if (walletUrl === undefined)
        throw new LatchkeyError('INVALID_CONFIG', 'Without the role data LATCHKEY_WALLET_PORT must be set')
      return {
        url: walletUrl,
        port: Number(new URL(walletUrl).port),
        walletUrl,
        metricsPort: await openFigures(),
        close,
      }
    }
    deps.sessionKeys = await openSessionKeys(env, folder, pools.data)
    deps.attestationKey = openAttestationKey(env, folder)
    deps.nameKey = await openNameKey(env, folder, pools.data)
    deps.tokenKeys = await openTokenKeys(env, folder, pools.data)
    if (env.LATCHKEY_SMTP_URL !== undefined && env.LATCHKEY_SIWX_EMAIL !== 'off')
      deps.mail = createSmtpMail({ url: env.LATCHKEY_SMTP_URL, from: env.LATCHKEY_MAIL_FROM })
    app = await createApp(deps)
    const server = createServer({ keepAliveTimeout, headersTimeout: 30_000, requestTimeout: 60_000 }, app.listener)
    server.on('upgrade', app.upgrade)
    lane = app.lane({ handOver: takeConnections(server), idle: keepAliveTimeout })
    server.on('connection', lane.take)
    const port = await listen(server, env.PORT, env.HOST)
    servers.push(server)
    apiUrl = env.LATCHKEY_PUBLIC_URL ?? `http://${host}:${port}`
    return { url: `http://${host}:${port}`, port, walletUrl, metricsPort: await openFigures(), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The embedded database has one connection, which all parts share. */
async function openDatabase(env: Env, folder: string | undefined): Promise<Pools> {
  const { DATABASE_URL: url } = env
  if (url === undefined) {
    const db = await openPglite(folder)
    return { relay: db, wallet: db, data: db, close: db.close }
  }
  return openPools(url, {
    sizes: { relay: env.LATCHKEY_RELAY_POOL, wallet: env.LATCHKEY_WALLET_POOL, data: env.LATCHKEY_DATA_POOL },
    wait: env.LATCHKEY_CONNECTION_SECONDS * 1_000,
    statement: env.LATCHKEY_STATEMENT_SECONDS * 1_000,
    idleTransaction: env.LATCHKEY_TRANSACTION_SECONDS * 1_000,
  })
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), drainTime).unref()
  })
}
