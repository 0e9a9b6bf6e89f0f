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

type Handler = (event: { id: number; topic: string; params: never }) => void

/** What the tests use of a reference client, on either side. */
export type ReferenceClient = {
  core: {
    relayer: { transportClose(): Promise<void>; transportOpen(): Promise<void>; connected: boolean }
    heartbeat: { stop(): void }
    verify: { register(): Promise<undefined>; resolve(): Promise<undefined> }
    pairing: { pair(params: { uri: string }): Promise<unknown> }
  }
  session: { getAll(): ReferenceSession[] }
  on(event: string, handler: Handler): void
  once(event: string, handler: Handler): void
  connect(params: object): Promise<{ uri: string; approval(): Promise<ReferenceSession> }>
  request(params: object): Promise<unknown>
  ping(params: { topic: string }): Promise<void>
  update(params: object): Promise<{ acknowledged(): Promise<void> }>
  emit(params: object): Promise<void>
  disconnect(params: object): Promise<void>
  /** The two that a wallet made with the reference kit has by other names. */
  approve(params: object): Promise<unknown>
  respond(params: object): Promise<void>
}

/** The reference clients that the relay is held against, each unmodified. */
export const references = ['sign-client 2.21.8', 'sign-client 2.20.1', 'walletkit 1.2.10'] as const
export type Reference = (typeof references)[number]

/**
 * Finds the reference clients: what `consumers/walletconnect/package.json` names, installed once where no workspace can help it.
 *
 * @returns A way to start one, or nothing when no registry can be reached.
 */
export function findReference():
  | { start(which: Reference, options: { relayUrl: string; name: string }): Promise<ReferenceClient> }
  | undefined {
  const folder = install()
  if (folder === undefined) return undefined
  Object.assign(process.env, { DISABLE_GLOBAL_CORE: 'true', TELEMETRY_ENABLED: 'false' })
  const load = createRequire(join(folder, 'package.json'))
  return {
    async start(which, { relayUrl, name }) {
      const metadata = { name, description: name, url: 'http://localhost:4400', icons: [] }
      const common = {
        projectId: 'local',
        relayUrl,
        customStoragePrefix: name,
        storageOptions: { database: ':memory:' },
        logger: 'silent',
        telemetryEnabled: false,
      }
      const client: ReferenceClient =
        which === 'walletkit 1.2.10'
          ? await startKit(load, common, metadata)
          : await load(
              which === 'sign-client 2.20.1' ? 'sign-client-2.20.1' : '@walletconnect/sign-client',
            ).SignClient.init({
              ...common,
              metadata,
            })
      // They would ask a service outside about every request.
      client.core.verify.register = async () => undefined
      client.core.verify.resolve = async () => undefined
      return client
    },
  }
}

async function startKit(load: NodeJS.Require, common: object, metadata: object): Promise<ReferenceClient> {
  const { WalletKit } = load('@reown/walletkit')
  const { Core } = load('@walletconnect/core')
  const kit = await WalletKit.init({ core: new Core(common), metadata })
  const client: ReferenceClient = kit.engine.signClient
  return Object.assign(Object.create(client), {
    on: kit.on.bind(kit),
    once: kit.once.bind(kit),
    approve: kit.approveSession.bind(kit),
    respond: kit.respondSessionRequest.bind(kit),
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
