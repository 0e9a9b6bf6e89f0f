import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A session as both sides see it. */
export type ReferenceSession = {
  topic: string
  namespaces: {
    [namespace: string]: { chains?: string[]; accounts: string[]; methods: string[]; events: string[] }
  }
}

type Acknowledged = { acknowledged(): Promise<unknown> }
type Handler = (event: { id: number; topic: string; params: never }) => void

/** What the tests use of a reference client, on either side. */
export type ReferenceClient = {
  core: {
    relayer: {
      transportClose(): Promise<void>
      transportOpen(): Promise<void>
      once(event: 'relayer_connect', handler: () => void): void
    }
    heartbeat: { stop(): void }
    verify: { verifyUrlV3: string }
    pairing: { pair(params: { uri: string }): Promise<unknown> }
  }
  session: { getAll(): (ReferenceSession & { expiry: number })[] }
  on(event: string, handler: Handler): void
  once(event: string, handler: Handler): void
  connect(params: object): Promise<{ uri: string; approval(): Promise<ReferenceSession> }>
  request(params: object): Promise<unknown>
  ping(params: { topic: string }): Promise<void>
  update(params: object): Promise<Acknowledged>
  extend(params: { topic: string }): Promise<Acknowledged>
  emit(params: object): Promise<void>
  disconnect(params: object): Promise<void>
  /** The two that a wallet made with the reference kit has by other names. */
  approve(params: object): Promise<unknown>
  respond(params: object): Promise<void>
}

/** The clients that apps use, and the wallets: the last ones that may be used with another relay than their makers'. */
export const appClients = [
  'sign-client 2.17.1',
  'sign-client 2.20.1',
  'sign-client 2.21.3',
  'sign-client 2.21.8',
] as const
export const walletClients = ['walletkit 1.2.4', 'walletkit 1.2.10'] as const
export type Reference = (typeof appClients)[number] | (typeof walletClients)[number]

/**
 * Finds the reference clients: what `consumers/walletconnect/package.json` names, installed once where no workspace can help it.
 *
 * @returns A way to start one, or nothing when no registry can be reached.
 */
export function findReference():
  | {
      /** Starts one; with `verifyUrl` it asks that server about where requests come from, else nobody. */
      start(which: Reference, options: { relayUrl: string; name: string; verifyUrl?: string }): Promise<ReferenceClient>
      /** Where the package of one is, for a bundler. */
      folderOf(which: Reference): string
    }
  | undefined {
  const folder = install()
  if (folder === undefined) return undefined
  Object.assign(process.env, { DISABLE_GLOBAL_CORE: 'true', TELEMETRY_ENABLED: 'false' })
  const folderOf = (which: Reference) => join(folder, 'node_modules', which.replace(' ', '-'))
  return {
    folderOf,
    async start(which, { relayUrl, name, verifyUrl }) {
      const metadata = { name, description: name, url: 'http://localhost:4400', icons: [] }
      const common = {
        projectId: 'local',
        relayUrl,
        customStoragePrefix: name,
        storageOptions: { database: ':memory:' },
        logger: 'silent',
        telemetryEnabled: false,
      }
      // Each finds its own version of what it is made of.
      const load = createRequire(join(folderOf(which), 'package.json'))
      const client = which.startsWith('walletkit')
        ? await startKit(load, common, metadata)
        : await load('.').SignClient.init({ ...common, metadata })
      const { verify } = client.core
      if (verifyUrl !== undefined) verify.verifyUrlV3 = `${verifyUrl}/v3`
      // They would ask a service outside about every request.
      else Object.assign(verify, { register: async () => undefined, resolve: async () => undefined })
      return client
    },
  }
}

async function startKit(load: NodeJS.Require, common: object, metadata: object): Promise<ReferenceClient> {
  const { WalletKit } = load('.')
  const { Core } = load('@walletconnect/core')
  const kit = await WalletKit.init({ core: new Core(common), metadata })
  const client: ReferenceClient = kit.engine.signClient
  // Its own promise ends when the other side has acknowledged.
  const withWord = (change: (params: object) => Promise<void>) => async (params: object) => {
    await change.call(kit, params)
    return { acknowledged: async () => undefined }
  }
  return Object.assign(Object.create(client), {
    on: kit.on.bind(kit),
    once: kit.once.bind(kit),
    approve: kit.approveSession.bind(kit),
    respond: kit.respondSessionRequest.bind(kit),
    update: withWord(kit.updateSession),
    extend: withWord(kit.extendSession),
    emit: kit.emitSessionEvent.bind(kit),
    disconnect: kit.disconnectSession.bind(kit),
  })
}

function install(): string | undefined {
  const manifest = fileURLToPath(new URL('../../../consumers/walletconnect/package.json', import.meta.url))
  const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
  const hash = createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12)
  const folder = join(cache, `latchkey-walletconnect-${hash}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(`${folder}.making-`)
  cpSync(manifest, join(making, 'package.json'))
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--prefer-offline']
  const { status } = spawnSync('npm', ['install', ...options], { cwd: making, stdio: 'ignore', timeout: 280_000 })
  if (status !== 0) return undefined
  try {
    renameSync(making, folder)
  } catch {
    // Another test file was faster.
  }
  return folder
}
