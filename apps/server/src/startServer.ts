import { createServer, type Server } from 'node:http'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type Env, readEnv } from './env.js'
import { isLocalMode } from './isLocalMode.js'
import { openDeps } from './openDeps.js'
import { openWallet, type Wallet } from './openWallet.js'
import type { ChainInput } from './platform/chains/chain.js'
import { createPorts } from './platform/http/createPorts.js'
import type { Metrics } from './platform/metrics/metrics.js'
import { startDataApi } from './startDataApi.js'
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

/** A server that listens. */
export type RunningServer = {
  /** Where it can be reached, for example `http://127.0.0.1:3080`. */
  url: string
  port: number
  /** The wallet's origin, when its port is set. */
  walletUrl: string | undefined
  /** The URL of the metrics, when they have a port of their own. */
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
  const env = readSettings(options)
  const folder = options.dataDir === false ? undefined : (options.dataDir ?? env.LATCHKEY_DATA_DIR)
  const { deps, walletDb, close: closeDeps } = await openDeps(env, { chains: options.chains, folder })
  const { chains, log, metrics, counts } = deps
  const ports = createPorts(env.HOST)
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
  const urlOf = (port: number) => `http://${host}:${port}`
  let apiUrl = env.LATCHKEY_PUBLIC_URL ?? urlOf(env.PORT)
  let api: Awaited<ReturnType<typeof startDataApi>> | undefined
  let wallet: Wallet | undefined
  const close = async () => {
    await api?.close()
    await wallet?.close()
    await ports.close()
    await closeDeps()
  }
  try {
    if (env.LATCHKEY_WALLET_PORT !== undefined) {
      const frame = {
        apiUrl: () => apiUrl,
        chains,
        ...(options.frameDir === undefined ? {} : { folder: options.frameDir }),
      }
      // The port comes first, since the origin that calls are checked against has it in its name.
      const LATCHKEY_WALLET_PORT = await ports.listen(
        createWalletServer(() => wallet),
        env.LATCHKEY_WALLET_PORT,
      )
      const walletEnv = { ...env, LATCHKEY_WALLET_PORT }
      wallet = await openWallet({ env: walletEnv, db: walletDb, log, metrics, folder, frame, counts })
    }
    const walletUrl = wallet?.origin
    const openFigures = async () =>
      env.METRICS_PORT === undefined ? undefined : ports.listen(createFiguresServer(metrics), env.METRICS_PORT)
    if (!env.LATCHKEY_ROLES.includes('data')) {
      if (walletUrl === undefined)
        throw new LatchkeyError('INVALID_CONFIG', 'Without the role data LATCHKEY_WALLET_PORT must be set')
      const port = Number(new URL(walletUrl).port)
      return { url: walletUrl, port, walletUrl, metricsPort: await openFigures(), close }
    }
    api = await startDataApi(deps, folder)
    const port = await ports.listen(api.server, env.PORT)
    apiUrl = env.LATCHKEY_PUBLIC_URL ?? urlOf(port)
    return { url: urlOf(port), port, walletUrl, metricsPort: await openFigures(), close }
  } catch (error) {
    await close()
    throw error
  }
}

function readSettings(options: StartServerOptions): Env {
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
  return env
}

function createWalletServer(read: () => Wallet | undefined): Server {
  return createServer({ requestTimeout: 60_000 }, (request, response) => {
    const wallet = read()
    if (wallet) void wallet.listener(request, response)
    else response.writeHead(503).end()
  })
}

function createFiguresServer({ registry }: Metrics): Server {
  return createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': registry.contentType })
    response.end(await registry.metrics())
  })
}
