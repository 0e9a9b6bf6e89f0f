import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { EvmChains, LocalChain } from './chains/localChain.js'
import { etherPrice } from './chains/localChain.js'
import { endOrphan } from './chains/orphan.js'
import { startEvmChains } from './chains/startEvmChains.js'
import { startWalletHost, type WalletHost } from './host/startWalletHost.js'
import { serveStatic } from './static.js'
import { createStatus, type Service, type ServiceStatus, type Status, services } from './status.js'
import { takeFolder } from './world/lock.js'
import { nextFreePort } from './world/nextFreePort.js'
import { buildWeb, webFolder } from './world/webBuild.js'
import { serveWebSources } from './world/webDev.js'

/** Wanted ports; 0 means any. A taken one gives way to the next free one. */
export type DevnetPorts = { [service in Service]?: number }

/** How to start the local world. */
export type StartDevnetOptions = {
  /** The folder that keeps its data between runs; `.latchkey` unless said otherwise. */
  dir?: string
  /** Begins anew: what the folder keeps is deleted first. */
  fresh?: boolean
  ports?: DevnetPorts
  /** `false` leaves the web app out; `'dev'` serves it from its sources with hot replacement. */
  web?: boolean | 'dev'
  /** Settings of the server by the names of their environment variables. */
  serverEnv?: { readonly [name: string]: string }
  /** Gets a line whenever something worth knowing happens. */
  log?: (line: string) => void
  /** Hears of each change of the status. */
  onStatus?: (status: Status) => void
  /** Ends the start. */
  signal?: AbortSignal
}

/** The running local world. */
export type Devnet = {
  /** The page; undefined when it was left out. */
  web: { url: string } | undefined
  server: { url: string }
  wallet: { url: string; scriptUrl: string }
  chains: readonly [LocalChain, LocalChain]
  status(): Status
  /** Ends everything and waits until the data is written. May be called twice. */
  stop(): Promise<void>
}

const defaultPorts = { web: 4400, server: 4401, wallet: 4403, chain31337: 8545, chain31338: 8546 } as const

/**
 * Starts the whole local world with one call: two EVM nodes, the data API, the test wallet and the web app.
 *
 * @param options - Where the data is kept, on which ports, and who hears about it.
 * @returns Where each part is, and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the folder belongs to a running start or a part cannot be started; ABORTED when
 * the signal ended the start. What was started by then is ended again.
 *
 * @example
 * import { startDevnet } from '@latchkey/devnet'
 * const devnet = await startDevnet({ dir: '.latchkey' })
 * console.log(devnet.web?.url)
 * await devnet.stop()
 */
export async function startDevnet(options: StartDevnetOptions = {}): Promise<Devnet> {
  const dir = resolve(options.dir ?? '.latchkey')
  const log = options.log ?? (() => {})
  const release = takeFolder(dir)
  const aborter = new AbortController()
  const abort = () => aborter.abort()
  options.signal?.addEventListener('abort', abort)
  if (options.signal?.aborted) abort()
  const stops: { name: Service; stop: () => Promise<void> }[] = []
  const begun: Promise<unknown>[] = []
  let watch: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined
  if (options.fresh) await forgetData(dir, log)
  const status = createStatus(dir, options.onStatus)

  function stop(): Promise<void> {
    stopping ??= (async () => {
      clearInterval(watch)
      options.signal?.removeEventListener('abort', abort)
      abort()
      // A part that is still on its way is waited for, so that it can be ended.
      await Promise.allSettled(begun)
      for (const { name } of stops) status.set(name, { state: 'stopping' })
      // The page first and the nodes last: nobody asks a node that has gone.
      for (const { name, stop } of stops.reverse()) {
        await stop().catch((error: unknown) => log(`${name} did not end well: ${String(error)}`))
        status.set(name, { state: 'stopped', pid: null })
      }
      for (const name of services) {
        if (!['off', 'failed'].includes(status.get()[name].state)) status.set(name, { state: 'stopped', pid: null })
      }
      release()
    })()
    return stopping
  }

  async function part<T>(names: readonly Service[], start: () => Promise<T>): Promise<T> {
    for (const name of names) status.set(name, { state: 'starting' })
    const started = start()
    begun.push(started)
    try {
      return await started
    } catch (error) {
      if (!aborter.signal.aborted) for (const name of names) status.set(name, { state: 'failed' })
      throw error
    }
  }

  function ready(name: Service, url: string, pid: number, end: () => Promise<void>): void {
    stops.push({ name, stop: end })
    status.set(name, { url, pid, state: 'ready' })
  }

  try {
    const ports = await choosePorts(options.ports ?? {}, log)
    const web = options.web === false ? undefined : webFolder()
    if (web === undefined) status.set('web', { state: 'off' })
    const building = () => status.set('web', { state: 'building' })
    const built =
      web && options.web !== 'dev' ? part(['web'], () => buildWeb(web, building, aborter.signal)) : undefined
    // Its failure is met where it is awaited.
    built?.catch(() => {})
    const { chains } = await part(['chain31337', 'chain31338'], () => startChains(dir, ports, log, ready))
    checkAborted(aborter.signal)
    const [server, wallet] = await Promise.all([
      part(['server'], () => startApi(dir, ports.server, chains, options.serverEnv ?? {}, ready)),
      part(['wallet'], () => startWallet(ports.wallet, chains, ready)),
    ])
    checkAborted(aborter.signal)
    const config = pageConfig(chains, server.url, wallet)
    const page = web
      ? await part(['web'], async () => {
          const folder = await built
          const served =
            folder === undefined
              ? await serveWebSources(web, ports.web, config)
              : await serveStatic({ folder, port: ports.web, config, allow: reach(chains, server.url, wallet.url) })
          ready('web', served.url, process.pid, served.stop)
          return served
        })
      : undefined
    checkAborted(aborter.signal)
    watch = watchChains(status.get, (name) => status.set(name, { state: 'failed', pid: null }))
    return { web: page && { url: page.url }, server, wallet, chains, status: status.get, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Ready = (name: Service, url: string, pid: number, end: () => Promise<void>) => void

async function startChains(dir: string, ports: Ports, log: (line: string) => void, ready: Ready): Promise<EvmChains> {
  const wanted = { 31337: ports.chain31337, 31338: ports.chain31338 }
  const evm = await startEvmChains({ stateDir: join(dir, 'chains'), ports: wanted, log })
  // Both end by one call, which may be made twice.
  for (const { chainId, url, pid } of evm.chains) ready(`chain${chainId}`, url, pid, evm.stop)
  return evm
}

async function startApi(
  dir: string,
  port: number,
  chains: EvmChains['chains'],
  env: { readonly [name: string]: string },
  ready: Ready,
): Promise<{ url: string }> {
  // Loaded here, so that a test that wants only a chain does not pay for a database.
  const { startServer } = await import('@latchkey/server')
  const server = await startServer({
    port,
    host: '127.0.0.1',
    dataDir: join(dir, 'db'),
    env,
    chains: chains.map(({ caip2, name, url, wsUrl, nativeCurrency, multicall3, tokens }) => ({
      caip2,
      name,
      rpc: [url],
      ws: [wsUrl],
      nativeCurrency,
      multicall3,
      tokens: [...tokens],
      nativePrice: etherPrice,
    })),
  })
  ready('server', server.url, process.pid, server.close)
  return { url: server.url }
}

async function startWallet(port: number, chains: EvmChains['chains'], ready: Ready): Promise<WalletHost> {
  const host = await startWalletHost({ port, chains })
  ready('wallet', host.scriptUrl, process.pid, host.stop)
  return host
}

/** What the page is told, so that it knows the local chains. */
function pageConfig(chains: EvmChains['chains'], apiUrl: string, wallet: WalletHost): object {
  return {
    local: true,
    apiUrl,
    testWalletUrl: wallet.scriptUrl,
    faucetUrl: wallet.faucetUrl,
    chains: chains.map(({ chainId, name, url, nativeCurrency, multicall3, tokens, nft }) => ({
      chainId,
      name,
      url,
      nativeCurrency,
      multicall3,
      tokens,
      nft,
    })),
  }
}

function reach(chains: EvmChains['chains'], apiUrl: string, walletUrl: string) {
  return {
    scripts: [walletUrl],
    images: [apiUrl],
    connections: [apiUrl, walletUrl, ...chains.flatMap(({ url, wsUrl }) => [url, wsUrl])],
  }
}

type Ports = { readonly [service in Service]: number }

async function choosePorts(wanted: DevnetPorts, log: (line: string) => void): Promise<Ports> {
  const chosen: Partial<Record<Service, number>> = {}
  const promised = new Set<number>()
  for (const name of services) {
    const first = wanted[name] ?? defaultPorts[name]
    const port = await nextFreePort(first, promised)
    if (first !== 0 && port !== first) log(`Port ${first} is taken, ${name} uses ${port}.`)
    promised.add(port)
    chosen[name] = port
  }
  return { ...defaultPorts, ...chosen }
}

/** Deletes what a start keeps, and nothing else that may lie in the folder. */
async function forgetData(dir: string, log: (line: string) => void): Promise<void> {
  // A node whose record is deleted could not be found any more.
  for (const chainId of [31337, 31338]) await endOrphan(join(dir, 'chains', `${chainId}.pid`), log)
  for (const name of ['chains', 'db', 'status.json']) rmSync(join(dir, name), { recursive: true, force: true })
}

function watchChains(get: () => Status, gone: (name: Service) => void): NodeJS.Timeout {
  const look = ([name, { pid, state }]: [Service, ServiceStatus]) => {
    if (state !== 'ready' || pid === null || pid === process.pid) return
    try {
      process.kill(pid, 0)
    } catch {
      gone(name)
    }
  }
  return setInterval(() => {
    for (const name of services) look([name, get()[name]])
  }, 1000).unref()
}

function checkAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new LatchkeyError('ABORTED', 'The start was ended')
}
