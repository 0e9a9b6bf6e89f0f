import { type Config, getConnection, reconnect } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type Mount, mountedModals } from './modal/mountedModals.js'
import type { RouteInput, View } from './modal/routes.js'
import { createModalStore, type ModalStore } from './modal/store.js'
import type { MountedModal } from './mountModal.js'
import type { LatchkeyProviderProps } from './provider.js'

/** What `createModal` takes besides the config; a `<LatchkeyProvider>` on the page has its own. */
export type CreateModalOptions = Pick<LatchkeyProviderProps, 'themeMode' | 'themeVariables' | 'strings'>

/** Whether a modal is open, and at which view. */
export type ModalSnapshot = {
  readonly isOpen: boolean
  /** The view that is shown; undefined while closed. */
  readonly view: View | undefined
}

/** A modal that code outside of React opens and closes. */
export type Modal = {
  /** Opens at a view; without one, at the account of who is connected and at the wallets for who is not. */
  open(route?: RouteInput): void
  /** Closes; false when the visitor must decide something first. */
  close(): boolean
  /** Opens the wallets, or another view to begin at, and answers with the account; rejects with MODAL_CLOSED. */
  connect: ModalStore['connect']
  getState(): ModalSnapshot
  /** Calls back with each change, until the returned function is called. */
  subscribe(listener: (state: ModalSnapshot) => void): () => void
  /** Fetches what draws the modal ahead of the click; call it on hover and focus. */
  preload(): Promise<void>
  /** Changes how it looks and what it says. */
  update(options: CreateModalOptions): void
  /** Takes away what it put into the page, and rejects what waits. The config stays; end it with `config.destroy()`. */
  destroy(): void
}

/**
 * Creates the modal of a config for code outside of React. React draws it all the same, and is loaded when the modal is first
 * opened or somebody is connected. On a page with a `<LatchkeyProvider>` of the same config, it is that provider's modal.
 *
 * @param config - What `createConfig` returned.
 * @param options - See {@link CreateModalOptions}.
 * @returns See {@link Modal}.
 * @throws INVALID_CONFIG when `config` is not what `createConfig` returned.
 *
 * @example
 * import '@latchkey/react/styles.css'
 * import { injected } from '@latchkey/connectors/injected'
 * import { createConfig } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * import { createModal } from '@latchkey/react/modal'
 * const modal = createModal(createConfig({ chains: [mainnet], connectors: [injected()] }))
 * document.querySelector('button')?.addEventListener('click', () => modal.open())
 */
export function createModal(config: Config, options: CreateModalOptions = {}): Modal {
  if (!config?.serverState)
    throw new LatchkeyError('INVALID_CONFIG', 'createModal has no config. Pass it what createConfig returned.')
  const modals = mountedModals(config)
  const modal = modals.mounts()[0]?.modal ?? modals.offered() ?? createModalStore(config)
  const own: Mount = { modal, isOwnRoot: true }
  const listeners = new Set<() => void>()
  let look = options
  let mounted: MountedModal | undefined
  let mounting: Promise<void> | undefined
  let removeMount: (() => void) | undefined
  let isGone = false

  const snapshot = (): ModalSnapshot => {
    const { open, stack } = modal.getState()
    return { isOpen: open, view: open ? stack.at(-1)?.view : undefined }
  }

  const isMountedElsewhere = () => modals.mounts().some((entry) => entry !== own)
  const isWanted = () => modal.getState().open || getConnection(config).status !== 'disconnected'

  function unmount(): void {
    const [ended, stop] = [mounted, removeMount]
    mounted = undefined
    mounting = undefined
    removeMount = undefined
    stop?.()
    // React must not be told to end a root while it draws another one.
    if (ended) queueMicrotask(ended.unmount)
  }

  async function draw(): Promise<void> {
    const { mountModal } = await import('./mountModal.js')
    if (isGone || mounted || isMountedElsewhere()) return
    mounted = mountModal(modal, { config, ...look })
    removeMount = modals.add(own)
  }

  function mount(): Promise<void> {
    if (isGone || isMountedElsewhere() || typeof document === 'undefined') return Promise.resolve()
    mounting ??= draw().catch((error) => {
      // What waits for it must hear; the next click tries again.
      mounting = undefined
      modal.destroy()
      throw error
    })
    return mounting
  }

  function settle(): void {
    if (isMountedElsewhere()) unmount()
    else if (isWanted()) mount().catch(console.error)
  }

  const takeBack = modals.offer(modal)
  const stops = [takeBack, modals.subscribe(settle), modal.subscribe(settle), config.subscribe(settle)]
  settle()
  if (config.options.enableReconnect && typeof document !== 'undefined' && !isMountedElsewhere())
    reconnect(config).catch(() => {})

  return {
    open: modal.open,
    close: modal.close,
    connect: modal.connect,
    getState: snapshot,
    subscribe(listener) {
      let last = snapshot()
      const stop = modal.subscribe(() => {
        const next = snapshot()
        if (next.isOpen === last.isOpen && next.view === last.view) return
        last = next
        listener(next)
      })
      listeners.add(stop)
      return () => {
        listeners.delete(stop)
        stop()
      }
    },
    async preload() {
      await mount()
      modal.warm()
    },
    update(next) {
      look = { ...look, ...next }
      mounted?.update({ config, ...look })
    },
    destroy() {
      isGone = true
      for (const stop of [...stops, ...listeners]) stop()
      listeners.clear()
      unmount()
      if (modals.offered() === undefined && modals.mounts().length === 0) modal.destroy()
    },
  }
}
