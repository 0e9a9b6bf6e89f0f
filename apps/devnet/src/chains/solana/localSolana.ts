/** The hash that the local Solana chain is known by: base58 of sha256("latchkey local solana"). */
export const solanaGenesisHash = '2Zr6ADHutokkaLwP2xzPCxMTaPPmk46uie88m6ARbAoA'

/** CAIP-2: the first 32 characters of the genesis hash. @see https://namespaces.chainagnostic.org/solana/caip2 */
export const solanaChainId = 'solana:2Zr6ADHutokkaLwP2xzPCxMTaPPmk46u'

/** The symbols of the tokens of the local Solana chain. */
export type SolanaTokenSymbol = 'USDC' | 'sSOL'

/** A token of the local Solana chain. */
export type SolanaToken = {
  /** The mint. */
  readonly address: string
  readonly name: string
  readonly symbol: SolanaTokenSymbol
  readonly decimals: number
}

/**
 * The SPL tokens of the local Solana chain. The key of a mint grows from sha256("latchkey local solana " + symbol), so its
 * address is the same on every machine.
 *
 * @example
 * import { solanaTokens } from '@latchkey/devnet'
 * const usdc = solanaTokens.find(({ symbol }) => symbol === 'USDC')
 */
export const solanaTokens: readonly SolanaToken[] = [
  { address: 'BbixtBTvDPACQfCoHP7zLeLAHq4VV5CpVLqD3DMKVDJu', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  { address: '43pYAoUBsJVQaZ54vzSDg7JJ5eeW6mxa4dqHHHfXpJDa', name: 'Staked SOL', symbol: 'sSOL', decimals: 9 },
]

/** How much the faucet gives, in whole units. */
export const solanaFaucetAmounts: { readonly [name in SolanaTokenSymbol | 'SOL']: bigint } = {
  SOL: 10n,
  USDC: 1000n,
  sSOL: 5n,
}
