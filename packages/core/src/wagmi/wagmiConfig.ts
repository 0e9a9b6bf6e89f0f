/**
 * The parts of a wagmi config that are used here; v2 and v3 have the same shape. They are not imported from `@wagmi/core`,
 * because an app with `wagmi` may have that package where ours cannot resolve it.
 */
export type WagmiConfig = {
  readonly connectors: readonly WagmiConnector[]
  readonly state: WagmiState
  readonly storage: { setItem(key: 'recentConnectorId', value: string): unknown } | null
  /** Its step is typed by the chains of the app, which are not known here; see `moveWagmi`. */
  setState(step: never): void
  subscribe<slice>(select: (state: WagmiState) => slice, listener: (slice: slice) => void): () => void
  readonly _internal: {
    readonly connectors: { subscribe(listener: () => void): () => void }
    readonly events: {
      change(event: WagmiEvent): void
      connect(event: WagmiEvent): void
      disconnect(event: WagmiEvent): void
    }
  }
}

/** The state of a wagmi config. */
export type WagmiState = {
  chainId: number
  connections: Map<string, WagmiConnection>
  current: string | null
  status: 'connected' | 'connecting' | 'disconnected' | 'reconnecting'
}

/** One connection of wagmi. */
export type WagmiConnection = {
  accounts: readonly [`0x${string}`, ...`0x${string}`[]]
  chainId: number
  connector: WagmiConnector
}

/** A connector of wagmi. */
export type WagmiConnector = {
  readonly id: string
  readonly uid: string
  readonly name: string
  readonly type: string
  readonly icon?: string | undefined
  readonly rdns?: string | readonly string[] | undefined
  readonly emitter: {
    on(event: 'change' | 'connect' | 'disconnect', listener: (event: WagmiEvent) => void): void
    off(event: 'change' | 'connect' | 'disconnect', listener: (event: WagmiEvent) => void): void
  }
  connect(parameters?: {
    chainId?: number
    isReconnecting?: boolean
  }): Promise<{ accounts: readonly unknown[]; chainId: number }>
  disconnect(): Promise<void>
  getProvider(): Promise<unknown>
  isAuthorized(): Promise<boolean>
  switchChain?: ((parameters: { chainId: number }) => Promise<unknown>) | undefined
}

/** The data of a connector event of wagmi. */
type WagmiEvent = { uid: string; accounts?: readonly `0x${string}`[] | undefined; chainId?: number | undefined }
