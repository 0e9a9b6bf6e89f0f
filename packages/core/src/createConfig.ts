import type { AccountId, ChainId, Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type Alerts, createAlerts } from './alerts.js'
import { type Api, type ApiOptions, createApi } from './api.js'
import { checkSession } from './checkSession.js'
import type { Connector, ConnectorEvent, CreateConnector, Host, Session } from './connector.js'
import { createEmitter, type Emitter } from './emitter.js'
import { defaultFeatures, type Features } from './features.js'
import type { NamespaceAdapter } from './namespace.js'
import { eip155 } from './namespaces/eip155/eip155.js'
import { type Network, type NetworkInput, toNetwork } from './network.js'
import { readSaved, type SavedState, save } from './persist.js'
import { changed, connected, disconnected, initialState, restored, type State } from './state.js'
import { createStorage, type Storage } from './storage.js'

/** What an app says about itself. */
export type Metadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** What `createConfig` takes. */
export type CreateConfigParameters = {
  /** The chains that the app works with: ours from `@latchkey/core/networks`, or any viem chain. */
  readonly networks: readonly [NetworkInput, ...NetworkInput[]]
  /** Ways to reach a wallet; without any, the page can show but not connect. */
  readonly connectors?: readonly CreateConnector[]
  /** Chain families besides `eip155`. */
  readonly namespaces?: readonly NamespaceAdapter[]
  /** The network of a visitor who has not chosen one. Default: the first of `networks`. */
  readonly defaultNetwork?: NetworkInput
  /** A Latchkey server for balances, prices and JSON-RPC. Without it everything is read from the networks' own RPC URLs. */
  readonly api?: ApiOptions
  /** RPC URLs by CAIP-2 id that are asked before all others. */
  readonly customRpcUrls?: { readonly [chainId in ChainId]?: readonly string[] }
  readonly metadata?: Metadata
  readonly features?: Partial<Features>
  /** Wallets that are never shown, by rdns or by name (in any case). */
  readonly excludeWallets?: readonly { readonly rdns?: string; readonly name?: string }[]
  /** False: the visitor cannot choose another network. Default true. */
  readonly enableNetworkSwitch?: boolean
  /** True: a wallet may stay on a chain that the app does not list. Default false. */
  readonly allowUnsupportedChain?: boolean
  /** False: a page load starts disconnected. Default true. */
  readonly enableReconnect?: boolean
  /** False: set-up mistakes go to the console only, not into the modal. Default true. */
  readonly debug?: boolean
  /** Where to keep what must survive a reload; `null` keeps nothing. Default: `localStorage`. */
  readonly storage?: Storage | null
}

/** What an app may want to hear of besides the state itself. */
export type ConfigEvent =
  /** A wallet became connected; `reconnected` when it was taken up from the last visit. */
  | {
      readonly type: 'connect'
      readonly connectorId: string
      readonly accounts: readonly AccountId[]
      readonly reconnected: boolean
    }
  /** The last connection ended: by the visitor, or because the wallet went away. */
  | { readonly type: 'disconnect' }

/** Everything that one Latchkey on one page holds. Nothing lives outside it; `destroy` undoes it. */
export type Config = {
  readonly storage: Storage
  readonly alerts: Alerts
  /** Speaks when a wallet became connected and when none is left. */
  readonly events: Pick<Emitter<ConfigEvent>, 'on'>
  readonly api: Api | undefined
  readonly features: Features
  readonly options: Readonly<Pick<CreateConfigParameters, 'metadata' | 'excludeWallets' | 'customRpcUrls'>> & {
    readonly enableNetworkSwitch: boolean
    readonly allowUnsupportedChain: boolean
    readonly enableReconnect: boolean
    readonly debug: boolean
  }
  readonly state: State
  readonly networks: readonly Network[]
  readonly connectors: readonly Connector[]
  /** The state with which a server renders, whatever a browser remembers. */
  readonly serverState: State
  /** Calls back after each change of state, of networks or of connectors. */
  subscribe(listener: () => void): () => void
  /** Moves the state by a pure step. For verbs; an app has no need of it. */
  update(step: (state: State) => State): void
  setNetworks(networks: readonly Network[]): void
  namespace(namespace: Namespace): NamespaceAdapter
  /** Requests that are under way, so that a second click joins the first. For verbs. */
  readonly flights: Map<string, Promise<unknown>>
  destroy(): void
}

/**
 * Builds one Latchkey: its networks, its ways to reach a wallet, its state and its storage.
 *
 * @param parameters - See {@link CreateConfigParameters}; only `networks` is needed.
 * @returns A config to hand to the verbs and to the React provider.
 * @throws INVALID_CONFIG when networks are missing or contradict each other.
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/networks'
 * import { injected } from '@latchkey/connectors/injected'
 * const config = createConfig({ networks: [mainnet], connectors: [injected()] })
 */
export function createConfig(parameters: CreateConfigParameters): Config {
  const { networks, defaultNetwork } = readNetworks(parameters)
  const adapters = new Map([eip155(), ...(parameters.namespaces ?? [])].map((adapter) => [adapter.namespace, adapter]))
  const storage = parameters.storage === null ? createStorage({ store: null }) : (parameters.storage ?? createStorage())
  const options = {
    enableNetworkSwitch: parameters.enableNetworkSwitch ?? true,
    allowUnsupportedChain: parameters.allowUnsupportedChain ?? false,
    enableReconnect: parameters.enableReconnect ?? true,
    debug: parameters.debug ?? true,
    ...(parameters.metadata ? { metadata: parameters.metadata } : {}),
    ...(parameters.excludeWallets ? { excludeWallets: parameters.excludeWallets } : {}),
    ...(parameters.customRpcUrls ? { customRpcUrls: parameters.customRpcUrls } : {}),
  }

  const alerts = createAlerts()
  const changes = createEmitter<void>()
  const events = createEmitter<ConfigEvent>()
  const serverState = initialState(networks, defaultNetwork)
  const saved = options.enableReconnect ? readSaved(storage) : undefined
  let state = saved ? restored(serverState, stillOffered(saved, networks, serverState)) : serverState
  let listed: readonly Network[] = networks
  let connectors: readonly Connector[] = []

  function update(step: (state: State) => State): void {
    const next = step(state)
    if (next === state) return
    const before = state
    state = next
    save(storage, state)
    changes.emit()
    for (const event of eventsBetween(before, next)) events.emit(event)
  }

  function hear(uid: string, event: ConnectorEvent): void {
    if (event.type === 'disconnect') {
      update((now) => disconnected(now, uid))
      return
    }
    const connector = connectors.find(({ id }) => id === uid)
    // What is said in a form we do not understand changes nothing: what was last known to be true stays.
    if (!connector || !isSession(connector, event.session)) return
    if (event.type === 'connect') update((now) => connected(now, uid, event.session))
    else update((now) => changed(now, uid, event.session))
  }

  function add(connector: Connector): void {
    // An id that is taken stays with who came first: a later announcement must not slip under a known wallet's name.
    if (connectors.some(({ id }) => id === connector.id)) return
    connectors = [...connectors, connector]
    changes.emit()
  }

  const ending = new AbortController()
  const host: Host = { networks: () => listed, storage, emit: hear, signal: ending.signal }
  const stops = (parameters.connectors ?? []).map((create) => {
    const made = create(host)
    if ('discover' in made) return made.discover(add)
    add(made)
    return () => {}
  })

  return {
    storage,
    alerts,
    events: { on: events.on },
    api: parameters.api ? createApi(parameters.api) : undefined,
    features: { ...defaultFeatures, ...parameters.features },
    options,
    get state() {
      return state
    },
    get networks() {
      return listed
    },
    get connectors() {
      return connectors
    },
    serverState,
    subscribe: (listener) => changes.on(listener),
    update,
    setNetworks(next) {
      listed = next
      changes.emit()
    },
    namespace(namespace) {
      const adapter = adapters.get(namespace)
      if (adapter) return adapter
      throw new LatchkeyError('INVALID_CONFIG', `The chain family ${namespace} is not set up.`, {
        hints: [`Pass its adapter in createConfig({ namespaces: [${namespace}()] }).`],
      })
    },
    flights: new Map(),
    destroy() {
      ending.abort()
      for (const stop of stops) stop()
      for (const adapter of adapters.values()) adapter.destroy?.()
      changes.clear()
      events.clear()
      alerts.clear()
    },
  }
}

function readNetworks(parameters: CreateConfigParameters): { networks: readonly Network[]; defaultNetwork: Network } {
  const networks = parameters.networks.map(toNetwork)
  const [first] = networks
  if (!first) throw new LatchkeyError('INVALID_CONFIG', 'createConfig needs at least one network.')
  const ids = new Set(networks.map(({ caipNetworkId }) => caipNetworkId))
  if (ids.size !== networks.length) throw new LatchkeyError('INVALID_CONFIG', 'A network is listed twice.')
  const wanted = parameters.defaultNetwork ? toNetwork(parameters.defaultNetwork) : first
  const defaultNetwork = networks.find(({ caipNetworkId }) => caipNetworkId === wanted.caipNetworkId)
  if (!defaultNetwork) {
    throw new LatchkeyError('INVALID_CONFIG', `The default network "${wanted.name}" is not among the networks.`)
  }
  return { networks, defaultNetwork }
}

/** What the last visit left, as far as this page still offers it; a wallet's own chain stays what the wallet says. */
function stillOffered(saved: SavedState, networks: readonly Network[], fallback: State): SavedState {
  const network = Object.fromEntries(
    Object.entries(saved.network).filter(
      ([namespace, chainId]) =>
        saved.current[namespace as Namespace] !== undefined ||
        networks.some(({ caipNetworkId }) => caipNetworkId === chainId),
    ),
  )
  const isOffered = networks.some(({ chainNamespace }) => chainNamespace === saved.active)
  return { ...saved, network, active: isOffered ? saved.active : fallback.active }
}

function isSession(connector: Connector, session: Session): boolean {
  try {
    return checkSession(connector, session) === session
  } catch {
    return false
  }
}

function eventsBetween(before: State, after: State): readonly ConfigEvent[] {
  const joined = [...after.connections].flatMap(([connectorId, { phase, accounts }]): ConfigEvent[] => {
    const known = before.connections.get(connectorId)
    if (phase !== 'live' || known?.phase === 'live') return []
    return [{ type: 'connect', connectorId, accounts, reconnected: known !== undefined }]
  })
  const isOver = before.connections.size > 0 && after.connections.size === 0
  return isOver ? [...joined, { type: 'disconnect' }] : joined
}
