import type {
  Chain,
  CreateConnector,
  Host,
  PairingConnector,
  PairingState,
  Storage,
  WalletConnectNamespace,
} from '@latchkey/core'
import { type ChainId, type Namespace, namespaces } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Attest } from './attestation.js'
import type { Client } from './createClient.js'
import type { FamilyHost } from './families/familyHost.js'
import { icon } from './icon.generated.js'
import { toSession } from './namespaces.js'
import { createSessionProvider, type SessionProvider } from './provider.js'
import { hasLeft, hasRecords } from './records.js'
import { type OpenSocket, platformSocket } from './relaySocket.js'
import { openTabs } from './tabs.js'

/** The parameters of `walletConnect`. */
export type WalletConnectParameters = {
  /** The URL of the relay: `wss://…`, or `ws://` on this machine. */
  readonly relayUrl: string
  /** The project ID at the relay. Default: `latchkey`. */
  readonly projectId?: string
  /** The displayed name. Default: `WalletConnect`. */
  readonly name?: string
  /** The storage of sessions. Default: that of the config. */
  readonly storage?: Storage
  /** Opens a socket to the relay, where the platform has no `WebSocket`. */
  readonly openSocket?: OpenSocket
  /** Returns an attestation of the page for wallets. No call waits for it. */
  readonly attestation?: Attest
}

/**
 * Connects wallets on other devices by the WalletConnect protocol (v2), over any relay.
 *
 * @param parameters - See {@link WalletConnectParameters}; only `relayUrl` is needed.
 * @returns A connector for `createConfig({ connectors })`, whose `pairing` has the URI of the QR code.
 * @throws INVALID_CONFIG when the URL is not one of a relay.
 * @see https://specs.walletconnect.com/2.0
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * import { walletConnect } from '@latchkey/connectors/walletConnect'
 * const config = createConfig({ chains: [mainnet], connectors: [walletConnect({ relayUrl: 'wss://relay.example' })] })
 */
export function walletConnect(
  parameters: WalletConnectParameters,
): CreateConnector & ((host: Host) => PairingConnector<'walletConnect'>) {
  const relayUrl = readRelayUrl(parameters.relayUrl)
  const { projectId = 'latchkey', name = 'WalletConnect' } = parameters
  const openSocket = parameters.openSocket ?? platformSocket()
  return (given) => {
    const host: Host = parameters.storage ? { ...given, storage: parameters.storage } : given
    return createWalletConnect(host, { relayUrl, projectId, name, openSocket, attest: parameters.attestation })
  }
}

type Options = {
  readonly relayUrl: string
  readonly projectId: string
  readonly name: string
  readonly openSocket: OpenSocket | undefined
  readonly attest: Attest | undefined
}

function createWalletConnect(host: Host, { openSocket, ...options }: Options): PairingConnector<'walletConnect'> {
  const id = 'walletConnect'
  const listeners = new Set<() => void>()
  const providers = new Map<Namespace, SessionProvider>()
  let state: PairingState = {
    status: 'idle',
    uri: undefined,
    expiresAt: undefined,
    error: undefined,
    wallet: undefined,
  }
  let loading: Promise<Client> | undefined
  let client: Client | undefined

  async function load(): Promise<Client> {
    const { createClient } = await import('./createClient.js')
    // The config may have been destroyed while the code loaded: nothing would close a client made now.
    if (!openSocket || host.signal.aborted) throw new LatchkeyError('CONNECTION_FAILED', 'Sign Client not initialized')
    client = createClient(host, {
      ...options,
      id,
      openSocket,
      tabs: openTabs(host.signal),
      setPairing(next) {
        state = next
        for (const listener of [...listeners]) listener()
      },
      onChange: refresh,
    })
    refresh()
    return client
  }

  function ready(): Promise<Client> {
    loading ??= load().catch((thrown) => {
      // The next attempt loads the code again.
      loading = undefined
      throw thrown
    })
    return loading
  }

  function refresh(): void {
    for (const provider of providers.values()) provider.refresh()
  }

  function asked(chainId: ChainId | undefined): readonly ChainId[] {
    const chains = host.chains().map(({ caipNetworkId }) => caipNetworkId)
    return chainId === undefined ? chains : [chainId, ...chains.filter((chain) => chain !== chainId)]
  }

  const familyHost: FamilyHost = {
    session: () => client?.session(),
    async request(chainId, method, params) {
      const made = await ready()
      return made.request(chainId, method, params)
    },
    learn: (facts) => client?.learn(facts),
  }

  async function switchChain(chain: Chain): Promise<void> {
    const made = await ready()
    await made.switchChain(chain)
  }

  // A session was left in the last visit while the relay was unreachable: its wallet still shows it.
  if (hasLeft(host.storage) && openSocket) ready().catch(() => {})

  return {
    id,
    kind: 'walletConnect',
    icon,
    name: options.name,
    namespaces: [...namespaces],
    origins: [options.relayUrl],
    pairing: {
      getState: () => state,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      prepare() {
        ready().then(
          (made) => made.prepare(),
          () => {},
        )
      },
      async start(wanted) {
        const { pairing } = await ready()
        return pairing.start(wanted)
      },
    },
    async connect({ chainId, ...rest }) {
      const { pairing } = await ready()
      const { approved } = await pairing.start({
        ...rest,
        chains: asked(chainId),
        ...(chainId ? { required: chainId } : {}),
      })
      return approved
    },
    async reconnect() {
      if (!hasRecords(host.storage)) return null
      const made = await ready()
      made.resume()
      refresh()
      const session = made.session()
      return session ? (toSession(session) ?? null) : null
    },
    async disconnect() {
      if (!hasRecords(host.storage)) return
      const made = await ready()
      await made.disconnect()
    },
    switchChain,
    async getProvider(namespace) {
      const known = providers.get(namespace)
      if (known) return known
      // Sessions of the last visit are loaded before the first read.
      if (hasRecords(host.storage)) await ready()
      // The grant may have changed since.
      if (namespace !== 'eip155') return createFamilyProvider(namespace, familyHost, host.walletConnect?.(namespace))
      const provider = createSessionProvider(namespace, {
        chains: host.chains,
        session: (family) => sessionFor(client, family),
        methods: (family) => client?.session()?.namespaces[family]?.methods ?? [],
        request: familyHost.request,
        switchChain,
      })
      providers.set(namespace, provider)
      provider.refresh()
      return provider
    },
  }
}

/** The grant in one family. */
function sessionFor(client: Client | undefined, namespace: Namespace) {
  const session = client?.session()
  const chain = session?.active[namespace]
  return session && chain !== undefined ? toSession({ ...session, active: { [namespace]: chain } }) : undefined
}

function readRelayUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url !== undefined && /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(url.hostname)
  if (url && (url.protocol === 'wss:' || (url.protocol === 'ws:' && isLocal))) return text
  throw new LatchkeyError('INVALID_CONFIG', `The relay cannot be reached by '${String(text).slice(0, 200)}'`, {
    hints: ['Give the wss address of a relay: walletConnect({ relayUrl: "wss://relay.example" }).'],
  })
}

/**
 * Creates a provider from a session, for a family other than `eip155`.
 *
 * @param namespace - The family.
 * @param host - The session, and the requests to its wallet.
 * @param own - The family's own part.
 */
async function createFamilyProvider(
  namespace: Exclude<Namespace, 'eip155'>,
  host: FamilyHost,
  own: WalletConnectNamespace | undefined,
): Promise<unknown> {
  if (own) return own.getProvider((await import('./families/familyHost.js')).openFamily(namespace, host))
  throw new LatchkeyError('INVALID_CONFIG', `The chain family ${namespace} is not set up.`)
}
