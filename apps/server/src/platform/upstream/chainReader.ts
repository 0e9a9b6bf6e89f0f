import type { Chain } from '../chains/chain.js'

/** A token that an account holds and that the chain's list does not name. */
export type UnlistedToken = {
  address: string
  amount: bigint
  decimals: number
  /** Its own description, sanitised; absent without one. */
  said?: { name: string; symbol: string }
}

/** The balances of an account in base units; unreadable tokens are left out. */
export type Holdings = {
  native: bigint
  /** Tokens of the chain's list, by their address as the list writes it. */
  tokens: ReadonlyMap<string, bigint>
  /** Further facts from the chain. */
  unlisted?: readonly UnlistedToken[]
}

/** INTERFACE: reads the holdings of an account on one chain, never from an older block than was read before. */
export type ChainReader = (chain: Chain, address: string) => Promise<Holdings>
