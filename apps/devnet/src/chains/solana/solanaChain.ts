import type { FamilyChain, StartFamilyChainOptions } from '../familyChain.js'
import type { solanaChainId } from './localSolana.js'

/** How to start the local Solana chain. */
export type StartSolanaChainOptions = StartFamilyChainOptions & {
  /** How long a slot lasts, in milliseconds. Default: 400, as on the public chain. */
  readonly slotTime?: number
}

/** A collectible that the local Solana chain makes; as Metaplex keeps them. */
export type SolanaCollectible = {
  readonly to: string
  readonly name: string
  readonly symbol?: string
  /** The URL of its metadata. */
  readonly uri?: string
  /** The verified creators. */
  readonly creators?: readonly string[]
  /** The mint of the collection that vouches for it. */
  readonly collection?: string
  /** One that its program alone moves: the account is frozen. */
  readonly isProgrammable?: boolean
}

/** A token that the local Solana chain makes with Token-2022; its mint says what it is. */
export type SolanaNamedToken = {
  readonly to: string
  readonly name: string
  readonly symbol?: string
  /** The URL of its metadata. */
  readonly uri?: string
  /** The amount minted to the account, in base units; the whole supply. */
  readonly amount: bigint
  /** Default: 0. */
  readonly decimals?: number
}

/** The running local Solana chain. */
export type SolanaChain = FamilyChain & {
  readonly chainId: typeof solanaChainId
  /** The WebSocket URL. */
  readonly wsUrl: string
  /** Creates a collectible and gives it to an account; the address of its mint. */
  mintCollectible(collectible: SolanaCollectible): Promise<string>
  /** Creates a token that says itself what it is, and gives all of it to an account; the address of its mint. */
  mintNamedToken(token: SolanaNamedToken): Promise<string>
  /** Lets slots pass at once, so that a test need not wait for them. */
  skipSlots(count: number): void
}
