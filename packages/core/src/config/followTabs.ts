import { type ChainId, type Namespace, namespaces } from '@latchkey/protocol/caip'
import { pruneSavedState } from '../connection/pruneSavedState.js'
import { resumeConnections } from '../connection/resumeConnections.js'
import type { Config } from '../createConfig.js'
import { signInKey } from '../signIn/signInKey.js'
import { type Connection, disconnected, missing, restored, type State, type Uid } from '../state.js'
import { readSaved, type SavedState, stateKey, toSaved } from '../storage/persist.js'

/**
 * Follows the other tabs of the site by what they keep: a wallet that was left there is let go here without a word to it, one
 * that was connected there is resumed here without being opened, and what was chosen there is shown here as far as the wallets
 * of this tab say the same. Nothing is kept because of it, so that two tabs never answer each other.
 *
 * Storage events arrive once per change, in order, and match what a reload reads: a separate channel could say something
 * else than what is kept.
 *
 * @param config - A config whose storage other tabs share; with any other there is nothing to follow.
 * @param target - Where the browser tells that a storage changed.
 */
export function followTabs(config: Config, target: Pick<EventTarget, 'addEventListener'>): void {
  const { signal } = config
  const { tabs } = config._internal
  // What was last looked at, and what this tab had then: as long as both stay, there is nothing new in it.
  let seen: string | undefined
  let had: string | undefined

  const textOf = (saved: SavedState | undefined) => saved && JSON.stringify(toSaved(saved))

  function change(step: (state: State) => State): void {
    tabs.isFollowing = true
    // From here on this tab has what another one stored: storing its own last text again would be news.
    config.storage.forget?.(`${config.storage.prefix ?? ''}${stateKey}`)
    try {
      config._internal.update(step)
    } finally {
      tabs.isFollowing = false
      had = textOf(config.state)
    }
  }

  // What is broken, gone, or of another format than ours reads as absent: it changes nothing here.
  function look(): void {
    if (config.storage.isUnchanged?.(stateKey)) return
    const saved = tabs.isFollowing ? undefined : readSaved(config.storage)
    const text = textOf(saved)
    const own = textOf(config.state)
    if (!saved || (text === seen && own === had)) return
    seen = text
    had = own
    if (text !== own) follow(pruneSavedState(saved, config.chains, config.state.active))
  }

  function follow(saved: SavedState): void {
    const { connections: before } = config.state
    const left = config.connectors.filter(({ id }) => before.has(id) && !saved.connections.has(id))
    const isHere = (uid: Uid) => config.connectors.some(({ id }) => id === uid)
    const changed = [...saved.connections].filter(([uid, connection]) => {
      const known = before.get(uid)
      return known ? isHere(uid) && !isSame(known, connection) : true
    })
    change((state) => restored(state, merge(state, saved)))
    for (const connector of left) connector.release?.()
    const uids = changed.map(([uid]) => uid)
    resumeConnections(config, uids, { change, refused }).catch(() => {})
  }

  if (signal.aborted) return
  tabs.catchUp = look
  const listen = (event: Event) => {
    const { key, newValue } = event as Partial<StorageEvent>
    // All that a person clears at once is still held here for this visit; what a tab removed is gone.
    if (key && newValue === null) config.storage.forget?.(key)
    if (key?.endsWith(stateKey) ?? true) look()
    if (key?.endsWith(signInKey)) tabs.lookForSignIn?.()
    for (const [name, tell] of tabs.kept) if (key?.endsWith(name) ?? true) tell()
  }
  target.addEventListener('storage', listen, { signal })
  // A page in the back/forward cache gets no storage events.
  target.addEventListener('pageshow', listen, { signal })
  look()
}

/** A connection that this tab has stays as its wallet told it here; so does the chain of a family that it speaks for. */
function merge(state: State, saved: SavedState): SavedState {
  const chainIds: { [namespace in Namespace]?: ChainId } = { ...saved.chainIds }
  for (const namespace of namespaces) {
    const current = saved.current[namespace]
    const own = current === undefined ? undefined : state.connections.get(current)
    const chainId = own?.phase === 'live' ? own.chains[namespace] : undefined
    if (chainId !== undefined) chainIds[namespace] = chainId
  }
  const connections = [...saved.connections].map(([uid, kept]) => [uid, state.connections.get(uid) ?? kept] as const)
  return { ...saved, chainIds, connections: new Map(connections) }
}

/** One that answers in the other tab only is kept for it; one that was in use here and no longer allows us is not. */
function refused(state: State, uid: Uid): State {
  return state.connections.get(uid)?.phase === 'live' ? disconnected(state, uid) : missing(state, uid)
}

function isSame({ phase: _, ...known }: Connection, { phase: __, ...kept }: Connection): boolean {
  return JSON.stringify(known) === JSON.stringify(kept)
}
