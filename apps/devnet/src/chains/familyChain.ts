import type { ChainId } from '@latchkey/protocol/caip'

/** A local chain of another family than EVM. */
export type FamilyChain = {
  readonly chainId: ChainId
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** The URL for reads: JSON-RPC for `solana` and `polkadot`, an Esplora API for `bip122`, the REST API of a node for `cosmos`. */
  readonly url: string
  /** The WebSocket URL; absent for families without one. */
  readonly wsUrl?: string
  readonly tokens: readonly {
    readonly address: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }[]
  /** Sends test funds of every kind to an address and waits until they can be spent; the hashes of what was sent. */
  fund(address: string): Promise<readonly string[]>
  /** Ends it and waits until what it keeps is written. May be called twice. */
  stop(): Promise<void>
}

/** How to start a local chain. */
export type StartFamilyChainOptions = {
  /** Wanted port; 0 means any. */
  readonly port?: number
  /** The folder for what must survive a restart; without one everything is in memory. */
  readonly stateDir?: string
  readonly log?: (line: string) => void
}
