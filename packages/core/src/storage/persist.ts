import { type ChainId, isAccountId, isChainId, isNamespace, type Namespace } from '@latchkey/protocol/caip'
import { hasFacts, isFacts } from '../connection/checkSession.js'
import type { Connection, State } from '../state.js'
import type { Storage } from './storage.js'

/** Under which key it stands in a storage. */
export const stateKey = 'state'
const format = 1

/** The persisted connections: plain JSON; in a cookie with the addresses of accounts only. */
export type InitialState = {
  readonly format: typeof format
  readonly connections: readonly Omit<Connection, 'phase'>[]
  readonly current: State['current']
  /** The chosen chain of each family. */
  readonly network: State['chainIds']
  readonly active: Namespace
}

/** The part of the state that outlives the page. */
export type SavedState = Pick<State, 'connections' | 'current' | 'chainIds' | 'active'>

/** Reads what the last visit left; `undefined` when there is nothing or it is broken. */
export function readSaved(storage: Pick<Storage, 'get'>): SavedState | undefined {
  const saved = storage.get(stateKey, isSaved)
  if (!saved) return undefined
  const connections = new Map<string, Connection>(
    saved.connections.map((connection) => [connection.connectorId, { ...connection, phase: 'restored' }]),
  )
  return { connections, current: saved.current, chainIds: saved.network, active: saved.active }
}

/** Persists the connections and the active chain for the next visit. */
export function save(storage: Storage, state: State): void {
  storage.set(stateKey, toSaved(state))
}

/** The persisted part of the state. */
export function toSaved(state: SavedState): InitialState {
  return {
    format,
    connections: [...state.connections.values()].map(({ phase: _, ...connection }) => connection),
    current: state.current,
    network: state.chainIds,
    active: state.active,
  }
}

/** True for what was kept by this format. */
export function isSaved(value: unknown): value is InitialState {
  if (!isRecord(value) || value.format !== format || !isNamespace(value.active)) return false
  if (!Array.isArray(value.connections) || !isChains(value.network) || !isRecord(value.current)) return false
  const ids = new Set<unknown>()
  for (const connection of value.connections as unknown[]) {
    if (!isRecord(connection) || typeof connection.connectorId !== 'string' || !isChains(connection.chains))
      return false
    if (
      !Array.isArray(connection.accounts) ||
      connection.accounts.length === 0 ||
      !connection.accounts.every(isAccountId)
    )
      return false
    if (
      connection.approved !== undefined &&
      !(Array.isArray(connection.approved) && connection.approved.every(isChainId))
    )
      return false
    if (connection.facts !== undefined && !hasFacts(connection.facts)) return false
    if (connection.wallet !== undefined && !isFacts(connection.wallet)) return false
    ids.add(connection.connectorId)
  }
  return Object.entries(value.current).every(([namespace, uid]) => isNamespace(namespace) && ids.has(uid))
}

function isChains(value: unknown): value is { [namespace in Namespace]?: ChainId } {
  if (!isRecord(value)) return false
  return Object.entries(value).every(
    ([namespace, chainId]) => isNamespace(namespace) && isChainId(chainId) && chainId.startsWith(`${namespace}:`),
  )
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
