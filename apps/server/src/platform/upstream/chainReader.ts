import type { Chain } from '../chains/chain.js'

/** A token that an account holds and that the chain's list does not name. */
export type UnlistedToken = {
  address: string
  amount: bigint
  decimals: number
  /** What it says of itself, cleaned; absent where it says nothing. */
  said?: { name: string; symbol: string }
}

/** What an account holds, in smallest units; a token that cannot be read is left out. */
export type Holdings = {
  native: bigint
  /** Tokens of the chain's list, by their address as the list writes it. */
  tokens: ReadonlyMap<string, bigint>
  /** What else the chain itself tells of. */
  unlisted?: readonly UnlistedToken[]
}

/** CONTRACT: reads the holdings of an account on one chain, never from an older block than was read before. */
export type ChainReader = (chain: Chain, address: string) => Promise<Holdings>
