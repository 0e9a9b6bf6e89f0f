'use client'
import {
  type Config,
  type EmbeddedWallet,
  type InitialState,
  isEmbedded,
  isUnsupportedChain,
  reconnect,
  toServerState,
} from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { type Latchkey, LatchkeyContext, markCopy, OwnModalContext } from './context.js'
import { ModalHost } from './modal/ModalHost.js'
import { mountedModals } from './modal/mountedModals.js'
import { presentFrame } from './modal/presentFrame.js'
import { createModalStore } from './modal/store.js'
import { en, type Strings } from './strings/en.js'
import { createThemeStore, type ThemeMode, type ThemeStore, type ThemeVariables } from './theme/store.js'
import { createToasts } from './toasts.js'

/** What `<LatchkeyProvider>` takes. */
export type LatchkeyProviderProps = {
  /** What `createConfig` returned. One that another takes the place of is destroyed. */
  readonly config: Config
  readonly children: ReactNode
  /** Who is connected, as a server read it of a cookie with `cookieToInitialState`: the first paint shows it. Later values change nothing. */
  readonly initialState?: InitialState | null | undefined
  /** Light, dark, or what the visitor's system says. Default: `system`. */
  readonly themeMode?: ThemeMode
  /** Values for the documented CSS variables. */
  readonly themeVariables?: ThemeVariables
  /** Sentences to use instead of the English ones. */
  readonly strings?: Partial<Strings>
}

/**
 * Provides Latchkey to a tree: the hooks below it work, and the modal opens from anywhere in it.
 *
 * @param props - See {@link LatchkeyProviderProps}; a TanStack Query client above it is used, without one it brings its own.
 * @returns The children, and the modal once it is opened.
 * @throws INVALID_CONFIG when `config` is not what `createConfig` returned.
 *
 * @example
 * import '@latchkey/react/styles.css'
 * import { ConnectButton, createConfig, LatchkeyProvider, mainnet } from '@latchkey/react'
 * import { injected } from '@latchkey/connectors/injected'
 * const config = createConfig({ chains: [mainnet], connectors: [injected()] })
 * export default function App() { return <LatchkeyProvider config={config}><ConnectButton /></LatchkeyProvider> }
 */
export function LatchkeyProvider({
  config,
  children,
  initialState,
  themeMode,
  themeVariables,
  strings,
}: LatchkeyProviderProps) {
  if (!config?.serverState)
    throw new LatchkeyError('INVALID_CONFIG', '<LatchkeyProvider> has no config. Pass it what createConfig returned.')
  markCopy()
  const [theme] = useState(() =>
    createThemeStore({ ...(themeMode ? { themeMode } : {}), ...(themeVariables ? { themeVariables } : {}) }),
  )
  const own = useContext(OwnModalContext)
  const modal = useMemo(() => own ?? mountedModals(config).offered() ?? createModalStore(config), [config, own])
  const [toasts] = useState(createToasts)
  const [serverState] = useState(() => toServerState(config, initialState))
  const getOrCreate = useMemo(() => createGetOrCreate(config), [config])
  const latchkey = useMemo<Latchkey>(
    () => ({ config, serverState, modal, theme, toasts, strings: { ...en, ...strings }, getOrCreate }),
    [config, serverState, modal, theme, toasts, strings, getOrCreate],
  )

  // Fast Refresh makes a module's config again: the one before would keep its listeners, its frame and its relay socket.
  const held = useRef(config)
  useEffect(() => {
    if (held.current !== config) held.current.destroy()
    held.current = config
  }, [config])
  useEffect(() => {
    if (themeMode) theme.set({ themeMode })
  }, [theme, themeMode])
  useEffect(() => {
    if (themeVariables) theme.set({ themeVariables })
  }, [theme, themeVariables])
  useEffect(() => {
    if (config.options.enableReconnect) reconnect(config).catch(() => {})
  }, [config])
  useEffect(() => {
    const embedded = config.connectors.find(isEmbedded)?.embedded
    if (!embedded) return
    const stops = [presentFrame(modal, embedded), syncFrameTheme(theme, embedded)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [config, modal, theme])
  useEffect(
    () =>
      config.connectors
        .find(isEmbedded)
        ?.embedded.onRefusal(() => toasts.show(latchkey.strings.actionNotAllowed, 'error')),
    [config, toasts, latchkey],
  )
  useEffect(() => {
    if (!config.signIn) return
    const gone = new AbortController()
    import('./modal/presentSignIn.js').then((code) => code.presentSignIn(latchkey, gone.signal), console.error)
    return () => gone.abort()
  }, [config, latchkey])
  useEffect(() => {
    const blocked = (event: SecurityPolicyViolationEvent) => {
      // A picture that could not be shown is taken away at once.
      const pictures = Array.from(document.querySelectorAll<HTMLImageElement>('[data-lk-theme] img'), ({ src }) => src)
      import('./reportCspViolation.js').then((code) => code.reportCspViolation(config, event, pictures), console.error)
    }
    document.addEventListener('securitypolicyviolation', blocked)
    return () => document.removeEventListener('securitypolicyviolation', blocked)
  }, [config])
  useEffect(() => {
    if (own) return
    const modals = mountedModals(config)
    const stop = modals.add({ modal, isOwnRoot: false })
    return () => {
      // Code outside of React may hold it, and go on with it.
      if (!modals.offered()) modal.destroy()
      stop()
    }
  }, [config, modal, own])
  useEffect(() => () => toasts.hide(), [toasts])
  useEffect(() => {
    let unsupported = false
    const look = () => {
      const now = isUnsupportedChain(config)
      if (now && !unsupported) modal.open({ view: 'UnsupportedChain' })
      // The wallet came back, or left, by itself: there is nothing to decide any more.
      if (!now && unsupported && modal.getState().stack.at(-1)?.view === 'UnsupportedChain') modal.close()
      unsupported = now
    }
    look()
    return config.subscribe(look)
  }, [config, modal])

  return (
    <LatchkeyContext.Provider value={latchkey}>
      <WithQueries>
        {children}
        <ModalHost />
      </WithQueries>
    </LatchkeyContext.Provider>
  )
}

function WithQueries({ children }: { children: ReactNode }) {
  const given = useContext(QueryClientContext)
  const [own] = useState(() => (given ? undefined : new QueryClient()))
  return own ? <QueryClientProvider client={own}>{children}</QueryClientProvider> : children
}

/** Creates one instance for each factory and keeps it while the provider lives, so that a flow's code loads with its view. */
function createGetOrCreate(config: Config): Latchkey['getOrCreate'] {
  const made = new Map<unknown, unknown>()
  return <instance,>(create: (config: Config) => instance): instance => {
    if (!made.has(create)) made.set(create, create(config))
    return made.get(create) as instance
  }
}

/** Keeps the theme of the embedded wallet's frame in sync with the page; returns a function that stops it. */
function syncFrameTheme(theme: ThemeStore, embedded: EmbeddedWallet): () => void {
  // jsdom has no media queries; it counts as light.
  const dark = window.matchMedia?.('(prefers-color-scheme: dark)')
  const sync = () => {
    const { themeMode, themeVariables } = theme.getState()
    const shown = themeMode === 'system' ? (dark?.matches ? 'dark' : 'light') : themeMode
    // An unreachable frame keeps its theme.
    embedded.syncTheme({ themeMode: shown, themeVariables }).catch(() => {})
  }
  sync()
  const stop = theme.subscribe(sync)
  dark?.addEventListener('change', sync)
  return () => {
    stop()
    dark?.removeEventListener('change', sync)
  }
}
