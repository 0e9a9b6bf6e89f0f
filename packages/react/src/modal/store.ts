import {
  type ChainId,
  type Config,
  connect,
  type GetConnectionReturnType,
  getConnection,
  isUnsupportedChain,
  LatchkeyError,
} from '@latchkey/core'
import { modalShake } from '@latchkey/protocol/internal/limits'
import { type RouterState, type RouterStep, router } from './router.js'
import { type Route, type RouteInput, toRoute, type View } from './routes.js'

/** What the modal shows. */
export type ModalState = RouterState & {
  /** The shake that says no is running. */
  readonly shaking: boolean
  /** It is likely to be opened soon. */
  readonly warm: boolean
  /** What it opens with unless something else is asked for: drawn while it is still closed. */
  readonly ahead: Route | undefined
  /** Views that are likely to come next. */
  readonly near: readonly View[]
}

/** The modal of one provider, without any drawing. */
export type ModalStore = {
  getState(): ModalState
  subscribe(listener: () => void): () => void
  /** Opens at a view; without one, at the account of who is connected and at the wallets for who is not. */
  open(route?: RouteInput): void
  push(route: RouteInput): void
  replace(route: RouteInput): void
  reset(route: RouteInput): void
  /** The view that fits the visitor: the account, the wallets, or the networks when theirs is not supported. */
  home(): RouteInput
  /** One step back; closes from the first view. */
  back(): void
  backTo(view: View): void
  /** Closes, or shakes where the visitor must decide first; true when it closed. */
  close(): boolean
  shake(): void
  /** Signals that it is likely to be opened soon, so that it may draw itself ahead of the click. */
  warm(): void
  /** Draws the wallets before it is opened for the first time, where they are what a click would show. */
  prepare(): void
  /** Reports which views are likely to come next, so that their code may come ahead of the click. */
  expect(...views: readonly View[]): void
  /**
   * Opens the wallets, or another view to begin at, and answers with the account once one is connected; rejects with
   * MODAL_CLOSED 'Modal closed'.
   */
  connect(route?: RouteInput): Promise<GetConnectionReturnType>
  /**
   * Asks a wallet, and answers with what went wrong, if anything did. One that the visitor has left is asked no longer; who
   * connected sees what comes next. Lives here, and not in a view, so that a click need not wait for any code.
   */
  requestConnection(connectorId: string, chainId?: ChainId): Promise<Error | undefined>
  /** Leaves nothing behind: no timer, no listener on the config, no promise that waits. It can be opened again. */
  destroy(): void
}

const untouched: ModalState = { open: false, stack: [], shaking: false, warm: false, ahead: undefined, near: [] }

/** Creates the modal of a config. */
export function createModalStore(config: Config): ModalStore {
  const listeners = new Set<() => void>()
  let state: ModalState = untouched
  let shakeTimer: ReturnType<typeof setTimeout> | undefined
  let waiting: { reject: (error: Error) => void; stop: () => void } | undefined

  function set(next: ModalState): void {
    // What was opened stays drawn when it is closed.
    state = next.open && !next.warm ? { ...next, warm: true } : next
    for (const listener of [...listeners]) listener()
    if (!state.open) giveUp()
  }

  function giveUp(): void {
    waiting?.reject(new LatchkeyError('MODAL_CLOSED', 'Modal closed'))
    stopWaiting()
  }

  function stopWaiting(): void {
    waiting?.stop()
    waiting = undefined
  }

  function step(next: RouterStep): void {
    set({ ...state, ...router(state, next) })
  }

  const isConnected = () => getConnection(config).status === 'connected'
  // Also while the wallet of the last visit is being asked: its account can be shown, and who it was stays visible.
  const isKnown = () => getConnection(config).address !== undefined
  const mustSign = () =>
    state.stack.some(({ view }) => view === 'SIWXSignMessage') &&
    config.signIn?.getState().status === 'unsigned' &&
    config.signIn.adapter.getRequired?.()
  const mustDecide = () => state.open && (isUnsupportedChain(config) || mustSign())

  /** The wallets; where somebody is connected in another family, those of the family that was chosen since. */
  function wallets(): RouteInput {
    const { status, active: namespace, chainIds } = config.state
    if (status !== 'connected') return { view: 'Connect' }
    const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === chainIds[namespace])
    return { view: 'Connect', data: { namespace, ...(chain && { chainId: chain.caipNetworkId }) } }
  }

  function home(): RouteInput {
    if (isUnsupportedChain(config)) return { view: 'UnsupportedChain' }
    return isKnown() ? { view: 'Account' } : wallets()
  }

  /** What was drawn ahead is shown as it stands. */
  function open(input: RouteInput): void {
    const isAhead = state.ahead?.view === input.view && input.data === undefined
    step({ type: 'open', route: isAhead && state.ahead ? state.ahead : toRoute(input) })
  }

  function shake(): void {
    if (state.shaking) return
    set({ ...state, shaking: true })
    shakeTimer = setTimeout(() => set({ ...state, shaking: false }), modalShake)
  }

  function close(): boolean {
    if (!state.open) return true
    if (mustDecide()) {
      shake()
      return false
    }
    set({ ...state, ...router(state, { type: 'close' }), ahead: undefined })
    return true
  }

  return {
    home,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: (route) => open(route ?? home()),
    push: (route) => step({ type: 'push', route: toRoute(route) }),
    replace: (route) => step({ type: 'replace', route: toRoute(route) }),
    reset: (route) => step({ type: 'reset', route: toRoute(route) }),
    back() {
      if (state.stack.length < 2) close()
      else step({ type: 'back', connected: isConnected() })
    },
    backTo: (view) => step({ type: 'backTo', view }),
    close,
    shake,
    warm() {
      if (!state.warm) set({ ...state, warm: true })
    },
    prepare() {
      const isFirst = state.stack.length === 0 && !state.ahead
      // No host is asked before the click, by a picture neither.
      const asksNobody = config.connectors.every(({ icon }) => icon === undefined || icon.startsWith('data:'))
      if (!isFirst || !asksNobody || config.state.status !== 'disconnected' || !config.options.hasConnectors) return
      set({ ...state, warm: true, ahead: toRoute({ view: 'Connect' }) })
    },
    expect(...views) {
      const fresh = views.filter((view) => !state.near.includes(view))
      if (fresh.length > 0) set({ ...state, near: [...state.near, ...fresh] })
    },
    connect(route = wallets()) {
      if (isConnected()) return Promise.resolve(getConnection(config))
      giveUp()
      const promise = new Promise<GetConnectionReturnType>((resolve, reject) => {
        const look = () => {
          if (!isConnected()) return
          stopWaiting()
          resolve(getConnection(config))
        }
        waiting = { reject, stop: config.subscribe(look) }
      })
      open(route)
      return promise
    },
    async requestConnection(connectorId, chainId) {
      const controller = new AbortController()
      const { signal } = controller
      const look = () => {
        const shown = state.stack.at(-1)
        const isHere = state.open && shown?.view === 'ConnectingExternal' && shown.data.connectorId === connectorId
        if (!isHere) controller.abort()
      }
      const goOn = () => {
        if (signal.aborted || !listeners.delete(look)) return
        step({ type: 'reset', route: toRoute(home()) })
      }
      listeners.add(look)
      // In the turn in which the account is there, so that the page and the modal draw it together.
      const stop = config.events.on((event) => {
        if (event.type === 'connect' && event.connectorId === connectorId) goOn()
      })
      try {
        await connect(config, { connector: connectorId, signal, ...(chainId && { chainId }) })
        goOn()
      } catch (error) {
        if (!signal.aborted) return error as Error
      } finally {
        listeners.delete(look)
        stop()
      }
      return undefined
    },
    destroy() {
      clearTimeout(shakeTimer)
      set(untouched)
    },
  }
}
