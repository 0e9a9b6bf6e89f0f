import type { Chain } from '../chains/chain.js'

/** A collectible that an account holds, as nodes tell it. */
export type HeldCollectible = {
  /** The address of the item itself. */
  readonly id: string
  /** The name on chain; empty without one. */
  readonly name: string
  /** The collection that vouches for it, with its address; empty texts where there is none. */
  readonly collection: { readonly id: string | undefined; readonly name: string; readonly symbol: string }
  /** The URL of its metadata. */
  readonly uri: string | undefined
  /** Whether the account itself made it. */
  readonly isOwn: boolean
  /** Whether no plain transfer moves it. */
  readonly isLocked: boolean
}

/** A page of collectibles, and where the next begins; `isWhole` is false where a node that knows more did not answer. */
export type CollectiblePage = {
  readonly items: readonly HeldCollectible[]
  readonly next: string | undefined
  readonly isWhole: boolean
}

/** INTERFACE: reads the collectibles of an account from the nodes of its chain, where no table of ours has them. */
export type CollectibleReader = {
  /** The format of `next` in this family. */
  readonly place: RegExp
  /** Reads one page; rejects with an `UpstreamFault`. */
  page(chain: Chain, address: string, before: string | undefined): Promise<CollectiblePage>
  /** Where an item is described; nothing where the nodes do not say. Rejects with an `UpstreamFault`. */
  uri(chain: Chain, id: string): Promise<string | undefined>
}
