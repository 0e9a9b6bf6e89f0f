import type { AccountId, ChainId, Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FiatCurrency } from '@latchkey/protocol/internal/currencies'
import { type Api, type ApiOptions, createApi } from './calls/api.js'
import { type Chain, type ChainInput, type ToChainId, toChain } from './chain.js'
import { type Alerts, createAlerts } from './config/alerts.js'
import { defaultFeatures, type Features } from './config/features.js'
import type { Metadata } from './config/metadata.js'
import type { Tabs } from './config/tabs.js'
import { checkSession } from './connection/checkSession.js'
import type { Connector, ConnectorEvent, ConnectorIdOf, CreateConnector, Host, WalletSession } from './connector.js'
import { createEmitter, type Emitter } from './emitter.js'
import type { NamespaceAdapter } from './namespace.js'
import { eip155 } from './namespaces/eip155/eip155.js'
import type { CreateSignIn, SignInAdapter } from './signIn/signInAdapter.js'
import { createSignInStore, type SignInStore } from './signIn/signInStore.js'
import { changed, connected, disconnected, initialState, type State } from './state.js'
import { currencyKey } from './storage/currencyKey.js'
import { save } from './storage/persist.js'
import { readState } from './storage/readState.js'
import { createStorage, type Storage } from './storage/storage.js'

type ChainInputs = readonly [ChainInput, ...ChainInput[]]

/** The parameters of `createConfig`. */
export type CreateConfigParameters<
  chains extends ChainInputs = ChainInputs,
  connectors extends readonly CreateConnector[] = readonly CreateConnector[],
> = {
  /** The chains that the app works with: ours from `@latchkey/core/chains`, or any viem chain. */
  readonly chains: chains
  /** Connectors, besides those of the families; without any, the page cannot connect a wallet. */
  readonly connectors?: connectors
  /** Chain families besides `eip155`. */
  readonly namespaces?: readonly NamespaceAdapter[]
  /** The chain that is active until the visitor chooses one. Default: the first of `chains`. */
  readonly defaultChain?: NoInfer<chains[number]>
  /** A Latchkey server for balances, prices and JSON-RPC. Without it everything is read from the chains' own RPC URLs. */
  readonly api?: ApiOptions
  /** The display currency until the visitor chooses one, as an ISO 4217 code in lower case. Default: `usd`. */
  readonly currency?: FiatCurrency
  /** RPC URLs by CAIP-2 id, used before all others. */
  readonly customRpcUrls?: { readonly [chainId in ToChainId<chains[number]>]?: readonly string[] }
  /**
   * The contracts that may take a swap, by CAIP-2 id; where one is named, swaps are offered on that chain. Default: the routers of
   * 1inch and 0x on the public swap networks. A swap through 0x is signed only where `customRpcUrls` or the chain's `rpcUrls` has a node
   * on another host than `api.url`, from which the settler contract is read.
   */
  readonly swapRouters?: { readonly [chainId in ToChainId<chains[number]>]?: readonly `0x${string}`[] }
  readonly metadata?: Metadata
  readonly features?: Partial<Features>
  /** Wallets that are never shown, by rdns or by name (in any case). */
  readonly excludeWallets?: readonly { readonly rdns?: string; readonly name?: string }[]
  /** Groups of wallets that stand before all others, in this order; see {@link NamedWallets}. */
  readonly walletGroups?: readonly NamedWallets[]
  /** Wallets of the directory to show first, by id and in this order. */
  readonly featuredWalletIds?: readonly string[]
  /** The only wallets of the directory to show, by id. */
  readonly includeWalletIds?: readonly string[]
  /** Wallets of the directory that are never shown, by id. */
  readonly excludeWalletIds?: readonly string[]
  /** False: the visitor cannot choose another chain. Default true. */
  readonly enableNetworkSwitch?: boolean
  /** True: a wallet may stay on a chain that the app does not list. Default false. */
  readonly allowUnsupportedChain?: boolean
  /** True: the app only connects wallets and handles their chains itself; no prompt to leave an unsupported chain. Default false. */
  readonly basic?: boolean
  /** False: a page load starts disconnected. Default true. */
  readonly enableReconnect?: boolean
  /** False: set-up mistakes go to the console only, not into the modal. Default true. */
  readonly debug?: boolean
  /** Address of the terms of service, `https:`; the Connect view links to it, see `features.legalCheckbox`. */
  readonly termsConditionsUrl?: string
  /** Address of the privacy policy, `https:`; the Connect view links to it, see `features.legalCheckbox`. */
  readonly privacyPolicyUrl?: string
  /** Requires a sign-in after connecting: `localSignIn()`, or an adapter for the app's own server. Default: no sign-in. */
  readonly siwx?: SignInAdapter | CreateSignIn
  /** The storage for what must survive a reload; `null` stores nothing. Default: `localStorage`. */
  readonly storage?: Storage | null
}

/** Wallets under a name of the app's own. */
export type NamedWallets = {
  /** The heading of the group. */
  readonly name: string
  /**
   * Which, and in which order: those of this browser and of `connectors` by rdns or by connector id, such as `walletConnect`; those of the
   * directory by its id, which follow unless this browser has them. A wallet in two groups shows in the first.
   */
  readonly wallets: readonly string[]
}

/** The events of a config besides changes of state. */
export type ConfigEvent =
  /** A wallet became connected; `reconnected` when it was resumed from the last visit. */
  | {
      readonly type: 'connect'
      readonly connectorId: string
      readonly accounts: readonly AccountId[]
      readonly reconnected: boolean
    }
  /** The last connection ended: by the visitor, or because the wallet went away. */
  | { readonly type: 'disconnect' }

/** The parts of a config that actions work with. */
type Internals = {
  /** Moves the state by a pure step. */
  update(step: (state: State) => State): void
  setChains(chains: readonly Chain[]): void
  /** Requests that are under way, so that a second click joins the first. */
  readonly inFlight: Map<string, Promise<unknown>>
  /** Singletons of a config: viem clients by key, and the list of sent transactions. */
  readonly singletons: Map<string, unknown>
  /** Synchronises with the other tabs of the site. */
  readonly tabs: Tabs
}

/** Everything that one Latchkey on one page holds. Nothing lives outside it; `destroy` undoes it. */
export type Config<chainId extends ChainId = ChainId, connectorId extends string = string> = {
  /** Made anew with each config: two of them share no query and no mutation, even over one `QueryClient`. */
  readonly uid: string
  readonly storage: Storage
  readonly alerts: Alerts
  /** Speaks when a wallet became connected and when none is left. */
  readonly events: Pick<Emitter<ConfigEvent>, 'on'>
  readonly api: Api | undefined
  /** The sign-in state; absent without `siwx`. */
  readonly signIn: SignInStore | undefined
  readonly features: Features
  readonly options: Readonly<
    Pick<
      CreateConfigParameters,
      | 'metadata'
      | 'currency'
      | 'excludeWallets'
      | 'walletGroups'
      | 'customRpcUrls'
      | 'swapRouters'
      | 'featuredWalletIds'
      | 'includeWalletIds'
      | 'excludeWalletIds'
      | 'basic'
      | 'termsConditionsUrl'
      | 'privacyPolicyUrl'
    >
  > & {
    readonly enableNetworkSwitch: boolean
    readonly allowUnsupportedChain: boolean
    readonly enableReconnect: boolean
    readonly debug: boolean
    /** False: there is no way to reach a wallet. */
    readonly hasConnectors: boolean
  }
  readonly state: State
  readonly chains: readonly Chain<chainId>[]
  readonly connectors: readonly Connector<connectorId>[]
  /** The state with which a server renders that was given no cookie: `connecting`, unless nothing is kept between visits. */
  readonly serverState: State
  /** Calls back after each change of state, of chains or of connectors. */
  subscribe(listener: () => void): () => void
  namespace(namespace: Namespace): NamespaceAdapter
  /** For actions and packages of this project; may change in any release. */
  readonly _internal: Internals
  /** Aborts when the config is destroyed. */
  readonly signal: AbortSignal
  destroy(): void
}

/**
 * Builds one Latchkey: its chains, its ways to reach a wallet, its state and its storage.
 *
 * @param parameters - See {@link CreateConfigParameters}; only `chains` is needed.
 * @returns A config to hand to the actions and to the React provider.
 * @throws INVALID_CONFIG when chains are missing or contradict each other, or an entry of `connectors` or `namespaces` is not called.
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * import { injected } from '@latchkey/connectors/injected'
 * const config = createConfig({ chains: [mainnet], connectors: [injected()] })
 */
export function createConfig<
  const chains extends ChainInputs,
  const connectors extends readonly CreateConnector[] = readonly CreateConnector[],
>(
  parameters: CreateConfigParameters<chains, connectors>,
): Config<ToChainId<chains[number]>, ConnectorIdOf<connectors[number]>>
export function createConfig(parameters: CreateConfigParameters): Config {
  const { chains, defaultChain } = readNetworks(parameters)
  const adapters = new Map([byNamespace(eip155()), ...(parameters.namespaces ?? []).map(byNamespace)])
  const sources = [
    ...(parameters.connectors ?? []),
    ...[...adapters.values()].flatMap(({ connectors = [] }) => connectors),
  ]
  const storage = parameters.storage === null ? createStorage({ store: null }) : (parameters.storage ?? createStorage())
  const options = readOptions(parameters, sources.length > 0)
  const alerts = createAlerts()
  const changes = createEmitter<void>()
  const events = createEmitter<ConfigEvent>()
  const tabs: Tabs = { kept: new Map() }
  const empty = initialState(chains, defaultChain)
  let state = readState(options, storage, chains, empty)
  let listed: readonly Chain[] = chains
  let connectors: readonly Connector[] = []
  let uid: string | undefined

  function update(step: (state: State) => State): void {
    tabs.catchUp?.()
    const next = step(state)
    if (next === state) return
    const before = state
    state = next
    // Details are not kept; writing for them alone would undo what another tab has written since.
    if (before.details === next.details && !tabs.isFollowing) save(storage, state)
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
  const host: Host = {
    chains: () => listed,
    storage,
    emit: hear,
    alert: alerts.raise,
    currency: () => storage.get(currencyKey, (value) => typeof value === 'string') ?? options.currency ?? 'usd',
    warn: alerts.warn,
    metadata: parameters.metadata,
    walletConnect: (namespace) => adapters.get(namespace)?.walletConnect,
    embedded: (namespace) => adapters.get(namespace)?.embedded,
    signal: ending.signal,
  }
  const stops = sources.map((create, at) => {
    const made = typeof create === 'function' && create(host)
    if (!made || !('discover' in made || 'connect' in made)) throw notConnector(create, made, at)
    if ('discover' in made) return made.discover(add)
    add(made)
    return () => {}
  })

  const api = parameters.api ? createApi(parameters.api, alerts.warn) : undefined
  const signIn = parameters.siwx && createSignInStore(toAdapter(parameters.siwx))
  const config: Config = {
    // Some servers have no random numbers to give while a module is loaded.
    get uid() {
      uid ??= crypto.getRandomValues(new Uint32Array(2)).join('')
      return uid
    },
    storage,
    alerts,
    events: { on: events.on },
    api,
    signIn,
    features: { ...defaultFeatures, ...parameters.features },
    options,
    get state() {
      return state
    },
    get chains() {
      return listed
    },
    get connectors() {
      return connectors
    },
    serverState: options.enableReconnect && parameters.storage !== null ? { ...empty, status: 'connecting' } : empty,
    subscribe: (listener) => changes.on(listener),
    namespace(namespace) {
      const adapter = adapters.get(namespace)
      if (adapter) return adapter
      throw new LatchkeyError('INVALID_CONFIG', `The chain family ${namespace} is not set up.`, {
        details: namespace ? 'client not set' : 'chain is required',
        hints: [`Pass its adapter in createConfig({ namespaces: [${namespace}()] }).`],
      })
    },
    _internal: {
      update,
      setChains(next) {
        listed = next
        changes.emit()
      },
      inFlight: new Map(),
      singletons: new Map(),
      tabs,
    },
    signal: ending.signal,
    destroy() {
      ending.abort()
      for (const stop of stops) stop()
      for (const adapter of adapters.values()) adapter.destroy?.()
      config._internal.singletons.clear()
      changes.clear()
      events.clear()
      alerts.clear()
    },
  }
  if (signIn) followSignIn(config, signIn)
  return config

  function toAdapter(siwx: SignInAdapter | CreateSignIn): SignInAdapter {
    if (typeof siwx !== 'function') return siwx
    const rpcUrls = ({ caipNetworkId, rpcUrls: { default: own } }: Chain) => [
      ...(parameters.customRpcUrls?.[caipNetworkId] ?? []),
      ...own.http,
      ...(api ? [api.rpcUrl(caipNetworkId)] : []),
    ]
    return siwx({ storage, chains: () => listed, rpcUrls, families: [...adapters.values()] })
  }
}

function byNamespace(adapter: NamespaceAdapter, at = 0): [Namespace, NamespaceAdapter] {
  if (adapter?.namespace) return [adapter.namespace, adapter]
  const message = `namespaces[${at}] is not a chain family. Call it: createConfig({ namespaces: [solana()] }).`
  throw new LatchkeyError('INVALID_CONFIG', message, { details: 'adapter must have a namespace' })
}

function notConnector(create: CreateConnector, made: unknown, at: number): LatchkeyError {
  const isUncalled = typeof made === 'function'
  const name = (isUncalled && create.name) || 'injected'
  return new LatchkeyError(
    'INVALID_CONFIG',
    `connectors[${at}] is not ${isUncalled ? 'called' : 'a connector'}. Write ${name}(): createConfig({ connectors: [${name}()] }).`,
  )
}

function readNetworks(parameters: CreateConfigParameters): { chains: readonly Chain[]; defaultChain: Chain } {
  const chains = (parameters.chains ?? []).map((chain, at) => {
    if (chain) return toChain(chain)
    throw new LatchkeyError('INVALID_CONFIG', `chains[${at}] is ${chain}. Check the name of its import.`)
  })
  const [first] = chains
  if (!first) throw new LatchkeyError('INVALID_CONFIG', 'createConfig needs at least one chain.')
  const ids = chains.map(({ caipNetworkId }) => caipNetworkId)
  const twice = ids.find((id, at) => ids.indexOf(id) < at)
  if (twice) throw new LatchkeyError('INVALID_CONFIG', `The chain ${twice} is listed twice.`)
  const wanted = parameters.defaultChain ? toChain(parameters.defaultChain) : first
  const defaultChain = chains.find(({ caipNetworkId }) => caipNetworkId === wanted.caipNetworkId)
  if (!defaultChain) {
    throw new LatchkeyError('INVALID_CONFIG', `The default chain "${wanted.name}" is not among the chains.`)
  }
  return { chains, defaultChain }
}

function readOptions(parameters: CreateConfigParameters, hasConnectors: boolean): Config['options'] {
  return {
    // Besides what is named here nobody reads the rest of the parameters.
    ...parameters,
    enableNetworkSwitch: parameters.enableNetworkSwitch ?? true,
    allowUnsupportedChain: parameters.allowUnsupportedChain ?? false,
    enableReconnect: parameters.enableReconnect ?? true,
    debug: parameters.debug ?? true,
    hasConnectors,
  }
}

function followSignIn(config: Config, signIn: SignInStore): void {
  const before = config.state.connections
  import('./signIn/watchSignIn.js').then(
    ({ watchSignIn }) => watchSignIn(config, signIn, before, config.signal),
    (cause) => {
      const error = new LatchkeyError('SIGN_IN_UNAVAILABLE', 'The sign-in code failed to load.', { cause })
      signIn.set({ status: 'failed', error })
    },
  )
}

function isSession(connector: Connector, session: WalletSession): boolean {
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
