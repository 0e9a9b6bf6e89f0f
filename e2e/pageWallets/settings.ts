import type { Switches } from '@latchkey/devnet/wallet'
import type { WorldChain, WorldFamily } from '../world.js'

/** A wallet of a page, as an extension would bring it. It approves everything that its switches do not forbid. */
export type PageWallet = {
  readonly name: string
  /** The families that it speaks for. */
  readonly families: readonly ('eip155' | 'solana' | 'bip122')[]
  /** The key of its EVM account; the test wallet's own unless said otherwise. */
  readonly privateKey?: `0x${string}`
  /** How it misbehaves, family by family. */
  readonly switches?: { readonly [family in 'eip155' | 'solana' | 'bip122']?: Partial<Switches> }
}

/** What the script is given. */
export type PageWalletsSettings = {
  readonly wallets: readonly PageWallet[]
  readonly chains: readonly Pick<WorldChain, 'chainId' | 'name' | 'url'>[]
  readonly families: readonly WorldFamily[]
}
