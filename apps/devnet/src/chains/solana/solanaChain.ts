import type { FamilyChain, StartFamilyChainOptions } from '../familyChain.js'
import type { solanaChainId } from './localSolana.js'

/** How to start the local Solana chain. */
export type StartSolanaChainOptions = StartFamilyChainOptions & {
  /** How long a slot lasts, in milliseconds. Default: 400, as on the public chain. */
  readonly slotTime?: number
}

/** The running local Solana chain. */
export type SolanaChain = FamilyChain & {
  readonly chainId: typeof solanaChainId
  /** Where clients subscribe. */
  readonly wsUrl: string
  /** Lets slots pass at once, so that a test need not wait for them. */
  skipSlots(count: number): void
}
