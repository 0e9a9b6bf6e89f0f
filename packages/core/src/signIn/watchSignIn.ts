import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { signOutTimeout } from '@latchkey/protocol/internal/limits'
import { withTimeout } from '../calls/withTimeout.js'
import type { Chain } from '../chain.js'
import type { Tabs } from '../config/tabs.js'
import type { Connector } from '../connector.js'
import { type Connection, disconnected, type State } from '../state.js'
import type { SignInAdapter, SignInSession } from './signInAdapter.js'
import type { SignInStore } from './signInStore.js'
import { signInSubject } from './signInSubject.js'

/** The longest that a timer of a browser can be set to. */
const longestTimer = 2 ** 31 - 1

/** The watched part of a config. */
type Watched = {
  readonly state: State
  readonly chains: readonly Chain[]
  readonly connectors: readonly Connector[]
  subscribe(listener: () => void): () => void
  readonly _internal: {
    readonly tabs: Tabs
    update(step: (state: State) => State): void
  }
}

/** How long unloading a page may take after its requests were aborted, in milliseconds. */
const leaveTime = 250

/**
 * Finds out for each account and chain that becomes the active one whether there is a sign-in for it, and ends the sign-ins
 * of wallets that were disconnected.
 *
 * @param config - The config.
 * @param store - Where what was found out is said.
 * @param before - The connections there were when the config was made.
 * @param signal - Aborts when the config is destroyed.
 */
export function watchSignIn(
  config: Watched,
  store: SignInStore,
  before: State['connections'],
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  let known = before
  let account: AccountId | undefined
  let expiry: ReturnType<typeof setTimeout> | undefined

  async function check(subject: AccountId): Promise<void> {
    // What was signed meanwhile is newer than what was looked up.
    const isCurrent = () => account === subject && ['checking', 'authenticating'].includes(store.getState().status)
    store.set({ status: 'checking', account: subject })
    try {
      const { chainId, address } = parseAccountId(subject)
      const [session] = await store.adapter.getSessions(chainId, address)
      if (isCurrent())
        store.set(
          session ? { status: 'signedIn', account: subject, session } : { status: 'unsigned', account: subject },
        )
    } catch (cause) {
      // A reload aborts the request, and must not disconnect for it: the timers of a page that is left do not fire.
      await new Promise((resolve) => setTimeout(resolve, leaveTime))
      if (isCurrent() && !signal.aborted) await fail(subject, cause)
    }
  }

  async function fail(subject: AccountId, cause: unknown): Promise<void> {
    const uid = config.state.current[parseAccountId(subject).namespace]
    const connector = config.connectors.find(({ id }) => id === uid)
    store.set({
      status: 'failed',
      error: new LatchkeyError('SIGN_IN_UNAVAILABLE', 'A problem occurred while trying initialize authentication', {
        cause,
        hints: ['Connect again. If it stays so, the service that keeps the sign-ins cannot be reached.'],
      }),
    })
    // Who cannot be asked to sign in is not left half in.
    if (connector) await withTimeout(() => connector.disconnect(), signOutTimeout).catch(() => {})
    if (uid !== undefined) config._internal.update((state) => disconnected(state, uid))
  }

  function look(): void {
    const gone = [...known].filter(([uid]) => !config.state.connections.has(uid))
    known = config.state.connections
    // What another tab left, it has also ended the sign-ins of: by now there may be new ones.
    if (store.adapter.signOutOnDisconnect !== false && !config._internal.tabs.isFollowing) {
      for (const [, connection] of gone) void end(store.adapter, connection, config)
    }
    const subject = signInSubject(config)
    if (subject === account) return
    account = subject
    if (subject) void check(subject)
    // The error stays until the next connection.
    else if (store.getState().status !== 'failed') store.set({ status: 'idle' })
  }

  function plan(): void {
    clearTimeout(expiry)
    const state = store.getState()
    const until = state.status === 'signedIn' ? state.session.data.expirationTime : undefined
    if (state.status !== 'signedIn' || until === undefined) return
    const wait = Date.parse(until) - Date.now()
    // Far ends are looked at again on the way; a moment later than said, so that it is over then.
    expiry = setTimeout(() => void check(state.account), Math.min(Math.max(wait, 0) + 50, longestTimer))
  }

  // No prompt follows: a sign-out in another tab must not ask for a signature here.
  config._internal.tabs.lookForSignIn = () => {
    const before = store.getState()
    if (before.status !== 'unsigned' && before.status !== 'signedIn') return
    const { account: subject } = before
    const { chainId, address } = parseAccountId(subject)
    const take = ([session]: readonly SignInSession[]) => {
      if (store.getState() !== before || signal.aborted) return
      if (session) store.set({ status: 'signedIn', account: subject, session })
      else if (before.status === 'signedIn') store.set({ status: 'unsigned', account: subject })
    }
    // Where it cannot be found out, what was known stays.
    store.adapter.getSessions(chainId, address).then(take, () => {})
  }
  const stops = [config.subscribe(look), store.subscribe(plan)]
  look()
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    clearTimeout(expiry)
  })
}

/** Ends the sign-ins of the accounts of a connection, but of those that another wallet still has. */
async function end(adapter: SignInAdapter, connection: Connection, { state, chains }: Watched): Promise<void> {
  const kept = new Set([...state.connections.values()].flatMap(({ accounts }) => accounts.map(personOf)))
  const left = new Set(connection.accounts.map(personOf).filter((person) => !kept.has(person)))
  for (const person of left) {
    const [namespace, address = ''] = person.split(' ')
    const ids = new Set([
      ...chains.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId),
      ...connection.accounts.filter((each) => personOf(each) === person).map((each) => parseAccountId(each).chainId),
    ])
    const endings = [...ids].map((chainId) => Promise.resolve().then(() => adapter.revokeSession(chainId, address)))
    // A service that cannot be reached keeps what it has until it is over by itself.
    await Promise.allSettled(endings)
  }
}

function personOf(account: AccountId): string {
  const { namespace, address } = parseAccountId(account)
  return `${namespace} ${address}`
}
