import type { FamilyWallet } from '../family/familyWallet.js'
import type { StandardWallet } from './walletStandard.js'

/** A wallet of Solana over local keys that keeps to the Wallet Standard until one of its switches is thrown. */
export type SolanaTestWallet = FamilyWallet & {
  /** What pages see. */
  readonly wallet: StandardWallet
  /** The addresses it holds; the selected one is `accounts[selected]`. */
  readonly accounts: readonly string[]
  /** Registers with the page now or as soon as it is ready; returns the way to leave. */
  announce(options?: { target?: EventTarget }): () => void
}
