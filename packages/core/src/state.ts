import type { TokenBalance } from '@latchkey/protocol/api'
import { type AccountId, type ChainId, type Namespace, namespaces, parseAccountId } from '@latchkey/protocol/caip'
import type { Chain } from './chain.js'
import { type AccountType, defaultAccountTypes } from './connection/accountTypes.js'
import type { WalletSession } from './connector.js'

/** The id of the connector behind a connection; unique in a config. */
export type Uid = string

/** One wallet that is connected, or was when the page was last open. */
export type Connection = {
  readonly connectorId: string
  /** The active account of each family comes before the others of that family. */
  readonly accounts: readonly AccountId[]
  readonly chains: WalletSession['chains']
  /** The only chains that the wallet allows; absent when it does not limit them. */
  readonly approved?: readonly ChainId[]
  /** What the wallet reports of its accounts besides their addresses. */
  readonly facts?: WalletSession['facts']
  /** Which wallet it is, where the connector reaches more than one. */
  readonly wallet?: WalletSession['wallet']
  /** `restored`: known from the last visit, the wallet has not answered yet. `missing`: the wallet is not on this page. */
  readonly phase: 'live' | 'restored' | 'missing'
}

/** The status over all wallets. */
export type Status = 'disconnected' | 'connecting' | 'connected'

/** Details of a family's account beside its connection; not persisted. */
export type AccountDetails = {
  /** The tab that is chosen in the account view. */
  readonly currentTab?: number
  /** Names that the app gave to addresses. */
  readonly addressLabels?: { readonly [address: string]: string }
  /** The last known balances of the active account. */
  readonly holdings?: Holdings
  /** The last known name of the active account. */
  readonly identity?: { readonly address: string; readonly name: string | null; readonly avatar: string | null }
}

/** The last known balances of an account. */
export type Holdings = {
  readonly account: AccountId
  /** Exact decimal text of the native coin. */
  readonly balance?: string
  readonly balanceSymbol?: string
  readonly tokenBalance?: readonly TokenBalance[]
}

/** The single source of truth for connections. */
export type State = {
  readonly status: Status
  /** The connector that is connecting. */
  readonly pending: Uid | undefined
  readonly connections: ReadonlyMap<Uid, Connection>
  /** The active connection of each chain family. */
  readonly current: { readonly [namespace in Namespace]?: Uid }
  /** The active chain of each family; it may be one that the app does not list. */
  readonly chainIds: { readonly [namespace in Namespace]?: ChainId }
  /** The chain family that the page shows now. */
  readonly active: Namespace
  readonly details?: { readonly [namespace in Namespace]?: AccountDetails }
}

/** The state of a page that has never seen a wallet. */
export function initialState(chains: readonly Chain[], defaultChain: Chain): State {
  const chainIds: { [namespace in Namespace]?: ChainId } = {}
  for (const { chainNamespace, caipNetworkId } of chains) chainIds[chainNamespace] ??= caipNetworkId
  chainIds[defaultChain.chainNamespace] = defaultChain.caipNetworkId
  return {
    status: 'disconnected',
    pending: undefined,
    connections: new Map(),
    current: {},
    chainIds,
    active: defaultChain.chainNamespace,
  }
}

/** A connector is being asked. */
export function connecting(state: State, uid: Uid): State {
  return settle({ ...state, pending: uid })
}

/** Connecting ended without a connection. */
export function connectFailed(state: State, uid: Uid): State {
  return state.pending === uid ? settle({ ...state, pending: undefined }) : state
}

/** A wallet granted its accounts; it now speaks for its families. */
export function connected(state: State, uid: Uid, session: WalletSession, wanted = state.active): State {
  const families = familiesOf(session.accounts)
  const next = withConnection(state, uid, { connectorId: uid, ...ordered(session), phase: 'live' })
  const first = families[0] ?? state.active
  return settle({
    ...next,
    pending: state.pending === uid ? undefined : state.pending,
    current: { ...next.current, ...Object.fromEntries(families.map((namespace) => [namespace, uid])) },
    chainIds: { ...next.chainIds, ...session.chains },
    active: families.includes(wanted) ? wanted : first,
  })
}

/** A wallet of the last visit still allows us; who speaks for a family stays as it was. */
export function reconnected(state: State, uid: Uid, session: WalletSession): State {
  if (!state.connections.has(uid)) return state
  const current = { ...state.current }
  const chainIds = { ...state.chainIds }
  for (const namespace of familiesOf(session.accounts)) {
    current[namespace] ??= uid
    const chainId = session.chains[namespace]
    if (current[namespace] === uid && chainId !== undefined) chainIds[namespace] = chainId
  }
  return settle({
    ...withConnection(state, uid, { connectorId: uid, ...ordered(session), phase: 'live' }),
    current,
    chainIds,
  })
}

/** A live wallet changed its accounts or chain; the chain follows if it speaks for the family. */
export function changed(state: State, uid: Uid, session: WalletSession): State {
  const connection = state.connections.get(uid)
  if (connection?.phase !== 'live') return state
  const chainIds = { ...state.chainIds }
  for (const namespace of namespaces) {
    const chainId = session.chains[namespace]
    if (chainId !== undefined && state.current[namespace] === uid) chainIds[namespace] = chainId
  }
  return settle({ ...withConnection(state, uid, { ...connection, ...ordered(session) }), chainIds })
}

/** A connection ended; another live one of the family takes its place. */
export function disconnected(state: State, uid: Uid): State {
  if (!state.connections.has(uid)) return state
  const connections = new Map(state.connections)
  connections.delete(uid)
  return settle({ ...state, connections })
}

/** Restores the connections of the last visit, before any wallet has responded. */
export function restored(
  state: State,
  snapshot: Pick<State, 'connections' | 'current' | 'chainIds' | 'active'>,
): State {
  return settle({ ...state, ...snapshot, chainIds: { ...state.chainIds, ...snapshot.chainIds } })
}

/** The wallet of a restored connection is not on this page (yet). */
export function missing(state: State, uid: Uid): State {
  const connection = state.connections.get(uid)
  if (connection?.phase !== 'restored') return state
  return settle(withConnection(state, uid, { ...connection, phase: 'missing' }))
}

/** Another live connection is chosen to speak for its families. */
export function connectionSelected(state: State, uid: Uid): State {
  const connection = state.connections.get(uid)
  if (connection?.phase !== 'live') return state
  const families = familiesOf(connection.accounts)
  return settle({
    ...state,
    current: { ...state.current, ...Object.fromEntries(families.map((namespace) => [namespace, uid])) },
    chainIds: { ...state.chainIds, ...connection.chains },
    active: families.includes(state.active) ? state.active : (families[0] ?? state.active),
  })
}

/** Another chain is chosen; its family becomes the active one. */
export function chainSelected(state: State, chainId: ChainId, namespace: Namespace): State {
  return settle({ ...state, chainIds: { ...state.chainIds, [namespace]: chainId }, active: namespace })
}

/** The page keeps something else of a family's account. */
export function detailed(state: State, namespace: Namespace, part: AccountDetails): State {
  return { ...state, details: { ...state.details, [namespace]: { ...state.details?.[namespace], ...part } } }
}

function withConnection(state: State, uid: Uid, connection: Connection): State {
  return { ...state, connections: new Map(state.connections).set(uid, connection) }
}

function familiesOf(accounts: readonly AccountId[]): Namespace[] {
  return [...new Set(accounts.map((account) => parseAccountId(account).namespace))]
}

function ordered(session: WalletSession): Pick<Connection, 'accounts' | 'chains' | 'approved' | 'facts' | 'wallet'> {
  const { accounts, chains, approved, wallet } = session
  const facts = withPurpose(session)
  return {
    accounts: [...new Set(accounts)],
    chains,
    ...(approved && { approved }),
    ...(facts && { facts }),
    ...(wallet && { wallet }),
  }
}

const defaultTypes: { readonly [namespace in Namespace]?: AccountType } = defaultAccountTypes

/** In a family of accounts for payments and for ordinals, one of which the wallet does not say it is for payments. */
function withPurpose({ accounts, facts }: WalletSession): WalletSession['facts'] {
  const silent = accounts.filter(
    (account) => defaultTypes[parseAccountId(account).namespace] === 'payment' && facts?.[account]?.type === undefined,
  )
  if (silent.length === 0) return facts
  const paid = silent.map((account) => [account, { ...facts?.[account], type: 'payment' }] as const)
  return { ...facts, ...Object.fromEntries(paid) }
}

function settle(state: State): State {
  const phases = [...state.connections.values()].map((connection) => connection.phase)
  const status: Status = phases.includes('live')
    ? 'connected'
    : state.pending !== undefined || phases.includes('restored')
      ? 'connecting'
      : 'disconnected'
  return { ...state, ...resolveCurrent(state), status }
}

/** Where the active connection of a family is gone, missing or without accounts, a live one that has some replaces it. */
function resolveCurrent({
  connections,
  current: before,
  chainIds: chosen,
}: State): Pick<State, 'current' | 'chainIds'> {
  const current: { [namespace in Namespace]?: Uid } = {}
  const chainIds = { ...chosen }
  const serves = (uid: Uid, namespace: Namespace) =>
    connections.get(uid)?.accounts.some((account) => account.startsWith(`${namespace}:`)) ?? false
  for (const namespace of namespaces) {
    const uid = before[namespace]
    const serving = uid !== undefined && serves(uid, namespace) ? uid : undefined
    const present = serving !== undefined && connections.get(serving)?.phase !== 'missing' ? serving : undefined
    const successor = () =>
      [...connections.keys()].find((other) => connections.get(other)?.phase === 'live' && serves(other, namespace))
    const next = present ?? successor() ?? serving
    if (next === undefined) continue
    current[namespace] = next
    const chainId = next === uid ? undefined : connections.get(next)?.chains[namespace]
    if (chainId !== undefined) chainIds[namespace] = chainId
  }
  return { current, chainIds }
}
