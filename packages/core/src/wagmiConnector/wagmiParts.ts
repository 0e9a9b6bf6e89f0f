import type { ChainInput } from '../chain.js'

/** An address as wagmi writes it. */
export type WagmiAddress = `0x${string}`

type WagmiChain = ChainInput & { readonly id: number }

/**
 * What wagmi 2 and 3 hand to a connector. Named here and not taken from `@wagmi/core`, because an app that has `wagmi` need not
 * have that package where ours could find it.
 */
export type WagmiHost = {
  readonly chains: readonly [WagmiChain, ...WagmiChain[]]
  readonly emitter: {
    emit(event: 'change', data: { accounts?: readonly WagmiAddress[]; chainId?: number }): void
    emit(event: 'connect', data: { accounts: readonly WagmiAddress[]; chainId: number }): void
    emit(event: 'disconnect'): void
  }
}

/** What wagmi's `connect` hands to the connector; `email` is ours. */
export type WagmiConnectParameters = {
  readonly chainId?: number | undefined
  readonly isReconnecting?: boolean | undefined
  readonly withCapabilities?: boolean | undefined
  /** Signs in with this e-mail address: the wallet's frame asks only for the code. */
  readonly email?: string | undefined
}

/** An EIP-1193 provider. */
export type WagmiProvider = {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (...args: never[]) => void): void
  removeListener(event: string, listener: (...args: never[]) => void): void
}

/** What `createConfig({ connectors })` of wagmi 2 and 3 takes. */
export type CreateWagmiConnector = (host: WagmiHost) => {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly icon?: string
  /** Lists addresses, or with `withCapabilities` objects with an address; wagmi types this by the parameter. */
  connect(parameters?: WagmiConnectParameters): Promise<{ accounts: never; chainId: number }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly WagmiAddress[]>
  getChainId(): Promise<number>
  getProvider(): Promise<WagmiProvider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number }): Promise<never>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(error?: Error): void
}
