import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { EvmChains, LocalChain } from './chains/evm/localChain.js'
import { endOrphan } from './chains/evm/orphan.js'
import { startEvmChains } from './chains/evm/startEvmChains.js'
import type { FamilyChain } from './chains/familyChain.js'
import { familyNames, startFamilies } from './chains/startFamilies.js'
import { type StartWalletHostOptions, startWalletHost, type WalletHost } from './host/startWalletHost.js'
import { startInbox } from './inbox/startInbox.js'
import { startPhoneHost } from './phone/startPhoneHost.js'
import { startProvider } from './provider/startProvider.js'
import { serveStatic } from './static.js'
import { createStatus, type Service, type Status } from './status.js'
import { beginBuilds } from './world/beginBuilds.js'
import { choosePorts, type Ports } from './world/choosePorts.js'
import { createParts, type Parts } from './world/createParts.js'
import { takeFolder } from './world/lock.js'
import { pageConfig, pageReach } from './world/pageConfig.js'
import { publishNames } from './world/publishNames.js'
import { serverChains } from './world/serverChains.js'
import { startApi } from './world/startApi.js'
import { startLogins } from './world/startLogins.js'
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
  /** The relay. */
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
 * @param options - Where the data is kept, on which ports, and the log.
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
  if (options.fresh) await forgetData(dir, log)
  const status = createStatus(dir, options.onStatus)
  const parts = createParts({ status, log, signal: options.signal, stopped: release })
  try {
    const ports = await choosePorts(options.ports ?? {}, log)
    const { web, webFolder, frameFolder } = beginBuilds(options, parts)
    let setWalletOrigin: (origin: string) => void = () => {}
    const walletOrigin = new Promise<string>((resolve) => {
      setWalletOrigin = resolve
    })
    const [{ chains }, families, inbox] = await Promise.all([
      startChains(parts, dir, ports, log),
      startOthers(parts, dir, ports, log, options.families),
      parts.start('inbox', () => startInbox({ port: ports.inbox })),
    ])
    parts.checkAborted()
    const logins = { port: ports.socials, walletOrigin, chainUrl: chains[0].url }
    const [provider, socialsFile] = await Promise.all([
      parts.start('provider', () => startProvider({ port: ports.provider, chains })),
      startLogins(parts, { dir, log, ...logins }),
    ])
    const [server, wallet] = await Promise.all([
      parts.start('server', () =>
        startApi({
          dir,
          port: ports.server,
          walletPort: ports.frame,
          chains: serverChains(chains, families),
          evm: chains,
          inbox,
          provider,
          socialsFile,
          given: options.serverEnv ?? {},
          frameFolder,
        }),
      ),
      startWallet(parts, { port: ports.wallet, chains, families }),
    ])
    await publishNames(chains[0].url, server.url)
    parts.checkAborted()
    const frame = { url: server.walletUrl }
    setWalletOrigin(frame.url)
    if (frameFolder) {
      await parts.start('frame', async () => {
        await frameFolder
        // It ends with the server, which serves it.
        return { ...frame, stop: async () => {} }
      })
    }
    const relayUrl = server.url.replace(/^http/, 'ws')
    const phone = await parts.start('phone', () => startPhoneHost({ port: ports.phone, relayUrl, chains, families }))
    const socials = socialsFile !== undefined
    const around = { chains, families, apiUrl: server.url, relayUrl, wallet, phone, frame, inbox, socials }
    const page = web && (await parts.start('web', () => servePage(web.folder, webFolder, ports.web, around)))
    parts.checkAborted()
    parts.watch()
    return {
      web: page && { url: page.url },
      server: { url: server.url },
      frame,
      inbox: { url: inbox.url },
      wallet,
      relay: { url: relayUrl },
      phone: { url: phone.url },
      provider: { url: provider.url },
      chains,
      families,
      status: status.get,
      stop: parts.stop,
    }
  } catch (error) {
    await parts.stop()
    throw error
  }
}

function startChains(parts: Parts, dir: string, ports: Ports, log: (line: string) => void): Promise<EvmChains> {
  return parts.begin(['chain31337', 'chain31338'], async () => {
    const wanted = { 31337: ports.chain31337, 31338: ports.chain31338 }
    const evm = await startEvmChains({ stateDir: join(dir, 'chains'), ports: wanted, log })
    // Both end by one call, which may be made twice.
    for (const { chainId, url, pid } of evm.chains) parts.ready(`chain${chainId}`, { url, stop: evm.stop }, pid)
    return evm
  })
}

async function startOthers(
  parts: Parts,
  dir: string,
  ports: Ports,
  log: (line: string) => void,
  wanted = true,
): Promise<readonly FamilyChain[]> {
  if (wanted) return startFamilies({ ports, stateDir: join(dir, 'chains'), log, part: parts.start, missing: parts.off })
  for (const name of familyNames) parts.off(name)
  return []
}

function startWallet(parts: Parts, options: StartWalletHostOptions): Promise<WalletHost> {
  return parts.begin(['wallet'], async () => {
    const host = await startWalletHost(options)
    // A page asks for the script, not for the host.
    parts.ready('wallet', { url: host.scriptUrl, stop: host.stop })
    return host
  })
}

async function servePage(
  sources: string,
  built: Promise<string> | undefined,
  port: number,
  around: Parameters<typeof pageReach>[0] & Parameters<typeof pageConfig>[0],
): Promise<{ url: string; stop(): Promise<void> }> {
  const config = pageConfig(around)
  if (built === undefined) return serveWebSources(sources, port, config)
  return serveStatic({ folder: await built, port, config, allow: pageReach(around) })
}

/** Deletes what a start keeps, and nothing else that may lie in the folder. */
async function forgetData(dir: string, log: (line: string) => void): Promise<void> {
  // A node whose record is deleted could not be found any more.
  for (const chainId of [31337, 31338]) await endOrphan(join(dir, 'chains', `${chainId}.pid`), log)
  for (const name of ['chains', 'db', 'socials.json', 'status.json'])
    rmSync(join(dir, name), { recursive: true, force: true })
}
