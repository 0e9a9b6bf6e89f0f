import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FamilyChain } from './chains/familyChain.js'
import type { EvmChains, LocalChain } from './chains/localChain.js'
import { endOrphan } from './chains/orphan.js'
import { startEvmChains } from './chains/startEvmChains.js'
import { familyNames, startFamilies } from './chains/startFamilies.js'
import { startWalletHost, type WalletHost } from './host/startWalletHost.js'
import { type Inbox, startInbox } from './inbox/startInbox.js'
import { type PhoneHost, startPhoneHost } from './phone/startPhoneHost.js'
import { type Provider, startProvider } from './provider/startProvider.js'
import { startSocials } from './socials/startSocials.js'
import { serveStatic } from './static.js'
import { createStatus, type Service, type ServiceStatus, type Status, services } from './status.js'
import { choosePorts, type Ports } from './world/choosePorts.js'
import { fiatRates } from './world/fiatRates.js'
import { takeFolder } from './world/lock.js'
import { pageConfig, pageReach } from './world/pageConfig.js'
import { publishNames } from './world/publishNames.js'
import { serverChains } from './world/serverChains.js'
import { serverSwaps } from './world/serverSwaps.js'
import { buildSite, frameSite, type Site, webSite } from './world/siteBuild.js'
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
  /** `false` leaves the chains of other families than EVM out. */
  families?: boolean
  /** Whether the pages of the embedded wallet are built; as the web app is, unless said otherwise. */
  frame?: boolean
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
  /** The origin of the embedded wallet; apps embed its `/sdk`. */
  frame: { url: string }
  /** The page on which every mail of this world arrives; `GET /messages?to=` answers with them as JSON. */
  inbox: { url: string }
  wallet: { url: string; scriptUrl: string }
  /** Where wallets on other devices and apps meet. */
  relay: { url: string }
  /** The page of a wallet on another device. */
  phone: { url: string }
  /** The provider that sells coins for play money. */
  provider: { url: string }
  chains: readonly [LocalChain, LocalChain]
  /** The chains of other families that this machine can run. */
  families: readonly FamilyChain[]
  status(): Status
  /** Ends everything and waits until the data is written. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the whole local world with one call: two EVM nodes, the chains of the other families, the data API, the embedded wallet with an inbox for its mails, the
 * test wallets of the browser and of the phone, a provider that sells coins for play money, and the web app.
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
    const web = options.web === false ? undefined : webSite()
    const frame = (options.frame ?? options.web !== false) ? frameSite() : undefined
    if (web === undefined) status.set('web', { state: 'off' })
    // Its calls are answered all the same, but nobody could open it.
    if (frame === undefined) status.set('frame', { state: 'off' })
    if (options.families === false) for (const name of familyNames) status.set(name, { state: 'off' })
    const startOthers = () =>
      startFamilies({
        ports,
        stateDir: join(dir, 'chains'),
        log,
        part: (name, start) =>
          part([name], async () => {
            const chain = await start()
            ready(name, chain.url, process.pid, chain.stop)
            return chain
          }),
        missing: (name) => status.set(name, { state: 'off' }),
      })
    const build = (name: Service, site: Site) => {
      const built = part([name], () => buildSite(site, () => status.set(name, { state: 'building' }), aborter.signal))
      // Its failure is met where it is awaited.
      built.catch(() => {})
      return built
    }
    let tellWallet: (origin: string) => void = () => {}
    const walletOrigin = new Promise<string>((resolve) => {
      tellWallet = resolve
    })
    const built = web && options.web !== 'dev' ? build('web', web) : undefined
    const frameBuilt = frame && build('frame', frame)
    const [{ chains }, families, inbox] = await Promise.all([
      part(['chain31337', 'chain31338'], () => startChains(dir, ports, log, ready)),
      options.families === false ? [] : startOthers(),
      part(['inbox'], () => startMail(ports.inbox, ready)),
    ])
    checkAborted(aborter.signal)
    const logins = { dir, ports, log, walletOrigin, chainUrl: chains[0].url }
    const [provider, socialsFile] = await Promise.all([
      part(['provider'], () => startSeller(ports.provider, chains, ready)),
      part(['socials'], () => startLogins(logins, ready, () => status.set('socials', { state: 'off' }))),
    ])
    const [server, wallet] = await Promise.all([
      part(['server'], () => {
        const env = {
          ...(socialsFile === undefined ? {} : { LATCHKEY_SOCIALS_FILE: socialsFile }),
          ...serverEnv(options.serverEnv ?? {}, ports.frame, inbox, chains, provider),
        }
        return startApi({ dir, port: ports.server, chains: serverChains(chains, families), env, frameBuilt }, ready)
      }),
      part(['wallet'], () => startWallet(ports.wallet, chains, families, ready)),
    ])
    await publishNames(chains[0].url, server.url)
    checkAborted(aborter.signal)
    const embedded = { url: server.walletUrl }
    tellWallet(embedded.url)
    if (frameBuilt) {
      await part(['frame'], async () => {
        await frameBuilt
        // It ends with the server, which serves it.
        ready('frame', embedded.url, process.pid, async () => {})
      })
    }
    const relayUrl = server.url.replace(/^http/, 'ws')
    const phone = await part(['phone'], () => startPhone(ports.phone, { relayUrl, chains, families }, ready))
    const socials = socialsFile !== undefined
    const around = { chains, families, apiUrl: server.url, relayUrl, wallet, phone, frame: embedded, inbox, socials }
    const page = web
      ? await part(['web'], async () => {
          const folder = await built
          const config = pageConfig(around)
          const served =
            folder === undefined
              ? await serveWebSources(web.folder, ports.web, config)
              : await serveStatic({ folder, port: ports.web, config, allow: pageReach(around) })
          ready('web', served.url, process.pid, served.stop)
          return served
        })
      : undefined
    checkAborted(aborter.signal)
    watch = watchChains(status.get, (name) => status.set(name, { state: 'failed', pid: null }))
    return {
      web: page && { url: page.url },
      server: { url: server.url },
      frame: embedded,
      inbox: { url: inbox.url },
      wallet,
      relay: { url: relayUrl },
      phone: { url: phone.url },
      provider: { url: provider.url },
      chains,
      families,
      status: status.get,
      stop,
    }
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

async function startMail(port: number, ready: Ready): Promise<Inbox> {
  const inbox = await startInbox({ port })
  ready('inbox', inbox.url, process.pid, inbox.stop)
  return inbox
}

/** Starts the providers of social logins, and writes what the wallet's server is given for them; nothing where they are not installed. */
async function startLogins(
  {
    dir,
    ports,
    log,
    walletOrigin,
    chainUrl,
  }: { dir: string; ports: Ports; log: (line: string) => void; walletOrigin: Promise<string>; chainUrl: string },
  ready: Ready,
  missing: () => void,
): Promise<string | undefined> {
  try {
    const host = await startSocials({ port: ports.socials, walletOrigin, chainUrl })
    ready('socials', host.url, process.pid, host.stop)
    const file = join(dir, 'socials.json')
    writeFileSync(file, JSON.stringify(host.entries), { mode: 0o600 })
    return file
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    log('Social logins are left out: oidc-provider is not installed.')
    missing()
    return undefined
  }
}

type Env = { readonly [name: string]: string }

function serverEnv(given: Env, walletPort: number, inbox: Inbox, chains: EvmChains['chains'], provider: Provider): Env {
  return {
    // The first try of the wallet needs a code and nothing else; the link is for the second browser.
    LATCHKEY_DEVICE_LINK: 'returning',
    LATCHKEY_SWAPS: serverSwaps(chains),
    LATCHKEY_FIAT_RATES: JSON.stringify(fiatRates),
    LATCHKEY_ONRAMP_LOCAL_URL: provider.serverUrl,
    ...given,
    LATCHKEY_WALLET_PORT: String(walletPort),
    LATCHKEY_SMTP_URL: inbox.smtpUrl,
  }
}

async function startApi(
  options: {
    dir: string
    port: number
    chains: ReturnType<typeof serverChains>
    env: Env
    frameBuilt: Promise<string> | undefined
  },
  ready: Ready,
): Promise<{ url: string; walletUrl: string }> {
  // Loaded here, so that a test that wants only a chain does not pay for a database.
  const { startServer } = await import('@latchkey/server')
  const server = await startServer({
    port: options.port,
    host: '127.0.0.1',
    dataDir: join(options.dir, 'db'),
    env: options.env,
    ...(options.frameBuilt === undefined ? {} : { frameDir: options.frameBuilt }),
    chains: options.chains,
  })
  ready('server', server.url, process.pid, server.close)
  return { url: server.url, walletUrl: server.walletUrl ?? '' }
}

async function startWallet(
  port: number,
  chains: EvmChains['chains'],
  families: readonly FamilyChain[],
  ready: Ready,
): Promise<WalletHost> {
  const host = await startWalletHost({ port, chains, families })
  ready('wallet', host.scriptUrl, process.pid, host.stop)
  return host
}

async function startSeller(port: number, chains: EvmChains['chains'], ready: Ready): Promise<Provider> {
  const provider = await startProvider({ port, chains })
  ready('provider', provider.url, process.pid, provider.stop)
  return provider
}

async function startPhone(
  port: number,
  world: { relayUrl: string; chains: EvmChains['chains']; families: readonly FamilyChain[] },
  ready: Ready,
): Promise<PhoneHost> {
  const host = await startPhoneHost({ port, ...world })
  ready('phone', host.url, process.pid, host.stop)
  return host
}

/** Deletes what a start keeps, and nothing else that may lie in the folder. */
async function forgetData(dir: string, log: (line: string) => void): Promise<void> {
  // A node whose record is deleted could not be found any more.
  for (const chainId of [31337, 31338]) await endOrphan(join(dir, 'chains', `${chainId}.pid`), log)
  for (const name of ['chains', 'db', 'socials.json', 'status.json'])
    rmSync(join(dir, name), { recursive: true, force: true })
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
  if (signal.aborted) throw new LatchkeyError('ABORTED', 'The start was aborted')
}
