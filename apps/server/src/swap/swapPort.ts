import type { AccountId } from '@latchkey/protocol/caip'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'

/** An address of an EVM chain, in small letters wherever this module made it. */
export type Address = `0x${string}`

/** How much of one token is sold for which other; the native coin is 0xeeee…eeee. */
export type SwapPair = { from: Address; to: Address; amount: bigint }

/** What an amount of one token is worth in another now. */
export type SwapQuote = {
  toAmount: bigint
  /** By how much the swap moves the price against itself, as a fraction, fees not counted; nothing where it is not known. */
  priceImpact: number | undefined
  /** The tokens on the way, the first and the last included; nothing where it is not known. */
  route: readonly Address[] | undefined
  /** How much gas the swap is expected to take; nothing where it is not known. */
  gas: bigint | undefined
}

/** The account and amount of a swap: `slippage` in hundredths of a percent, and the minimum quoted before. */
export type SwapOrder = SwapPair & { user: Address; slippage: number; promised: bigint }

/** A transaction that swaps; `value` is what it carries of the native coin. */
export type SwapCall = {
  to: Address
  data: `0x${string}`
  value: bigint
  /** The fallback gas limit where a node gives no estimate. */
  gas: bigint
  /** The expected output. */
  toAmount: bigint
  /** The least that comes out of it: the contract keeps it, or sells nothing. */
  minimum: bigint
  /** Until when it can be mined, in seconds since 1970; nothing where the contract keeps no time. */
  deadline: bigint | undefined
}

/** Fees per gas in wei. */
export type SwapGasPrice = { standard: bigint; fast: bigint; instant: bigint }

/**
 * Swaps on one chain, by any provider. Each call rejects with an `UpstreamFault` when no node answers, and with a `Refusal`
 * when a service does not or answers with what was not asked for.
 */
export type SwapPort = {
  /** The contract that takes the tokens: the only one that is ever approved. */
  spender: Address
  /** Whether a call of this contract is a swap, as far as swaps of this filling go; rejects when no node answers. */
  takes(to: Address): boolean | Promise<boolean>
  /** The tokens that can be swapped, the native coin first; or those of them that are asked for. */
  tokens(asked?: Address): Promise<readonly SwapTokenInfo[]>
  /** Nothing when no route leads from one token to the other. */
  quote(pair: SwapPair, user: Address | undefined): Promise<SwapQuote | undefined>
  gasPrice(): Promise<SwapGasPrice>
  /** The allowance of the spender; unlimited for the native coin, which needs none. */
  allowance(token: Address, user: Address): Promise<bigint>
  /** The call data that lets the spender take this much and no more, with the gas that it takes. */
  buildApprove(token: Address, user: Address, amount: bigint): Promise<{ data: `0x${string}`; gas: bigint }>
  /** Nothing when no route leads from one token to the other. */
  buildTransaction(order: SwapOrder): Promise<SwapCall | undefined>
  /** How much of a token an account has. */
  balance(token: Address, user: Address): Promise<bigint>
  /** How much gas a call takes now; nothing when it would fail. */
  estimate(user: Address, call: Pick<SwapCall, 'to' | 'data' | 'value'>): Promise<bigint | undefined>
  /** The id of a token as this chain writes it. */
  idOf(token: Address): AccountId
}

/** The parts that differ between services; the rest is read from the chain's own nodes. */
export type SwapFilling = Pick<SwapPort, 'spender' | 'takes' | 'tokens' | 'quote' | 'buildTransaction'>
