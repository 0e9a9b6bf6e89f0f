import type { AccountId, ChainId } from '@latchkey/protocol/caip'
import { parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { defaultSlippage, type SwapTokenInfo } from '@latchkey/protocol/swapApi'
import type { Api } from '../calls/api.js'
import { cached } from '../calls/cached.js'
import { parseAmount } from '../chains/amount.js'
import type { Config } from '../createConfig.js'
import { isSwapChain } from './swapNetworks.js'

/** How long the list of tokens of a chain stays cached, in milliseconds. */
const tokensFresh = 300_000

/** What asking for a swap can end with. */
export type SwapErrorCode =
  | 'SWAP_UNSUPPORTED'
  | 'SWAP_UNAVAILABLE'
  | 'SWAP_UNSAFE'
  | 'API_UNREACHABLE'
  | 'API_BAD_ANSWER'
  | 'API_REFUSED'
  | 'ABORTED'

/** A price for a swap. */
export type SwapQuote = {
  /** What is swapped, in base units of the source token. */
  readonly amount: bigint
  /** What comes out if nothing moves, in base units of the target token. */
  readonly toAmount: bigint
  /** By how much the swap itself moves the price, as a fraction; absent where the server does not tell. */
  readonly priceImpact: number | undefined
  /** The tokens it goes through, both ends included; absent where the server does not tell. */
  readonly route: readonly AccountId[] | undefined
  /** What the network takes for the swap about, in base units of the native coin; absent where the server does not tell. */
  readonly fee: bigint | undefined
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Lists the tokens that can be swapped on a chain; kept for 5 minutes.
 *
 * @param config - The config; it needs `api`.
 * @param parameters.chainId - The chain as CAIP-2.
 * @param parameters.address - Asks for this one token alone, which may be off the list; it is not kept.
 * @returns The native coin, with the address `0xeeee…eeee`, and tokens.
 * @throws SWAP_UNSUPPORTED 'Network not supported for Swaps'; API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getSwapTokens } from '@latchkey/core/swap'
 * const tokens = await getSwapTokens(config, { chainId: 'eip155:1' })
 */
export async function getSwapTokens(
  config: Config,
  parameters: { readonly chainId: ChainId; readonly address?: `0x${string}`; readonly signal?: AbortSignal },
): Promise<readonly SwapTokenInfo[]> {
  const { chainId, address, signal } = parameters
  const api = requireApi(config, chainId)
  const { swapTokens } = await import('@latchkey/protocol/swapApi')
  const load = async () => {
    const query = { chainId, address }
    const { tokens } = await api.request({
      path: 'v1/convert/tokens',
      query,
      signal,
      parse: (answer) => swapTokens.parse(answer),
    })
    return tokens.filter((token) => parseAccountId(token.address).chainId === chainId)
  }
  if (address !== undefined)
    return (await load()).filter((token) => isSame(parseAccountId(token.address).address, address))
  return cached(config, {
    key: `swapTokens/${chainId}`,
    life: tokensFresh,
    check: (value): value is readonly SwapTokenInfo[] => swapTokens.safeParse({ tokens: value }).success,
    load,
  })
}

/**
 * Asks what a swap gives.
 *
 * @param config - The config; it needs `api`.
 * @param parameters.from - The source token as CAIP-10; the native coin has the address `0xeeee…eeee`.
 * @param parameters.to - The target token as CAIP-10, on the same chain.
 * @param parameters.amount - In base units of the source token.
 * @param parameters.account - Who swaps, as CAIP-10.
 * @param parameters.signal - Ends the waiting.
 * @returns See {@link SwapQuote}.
 * @throws SWAP_UNSUPPORTED 'Network not supported for Swaps'; SWAP_UNAVAILABLE when no route is found; API_UNREACHABLE; ABORTED.
 *
 * @example
 * import { getSwapQuote } from '@latchkey/core/swap'
 * const from = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
 * const to = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const { toAmount } = await getSwapQuote(config, { from, to, amount: 10n ** 18n, account })
 */
export async function getSwapQuote(
  config: Config,
  parameters: {
    readonly from: AccountId
    readonly to: AccountId
    readonly amount: bigint
    readonly account: AccountId
    readonly signal?: AbortSignal
  },
): Promise<SwapQuote> {
  const { from, to, amount, account, signal } = parameters
  const { chainId } = parseAccountId(from)
  const api = requireApi(config, chainId)
  if (amount <= 0n) throw new LatchkeyError('INVALID_AMOUNT', 'The amount must be more than zero.')
  const { swapQuotes } = await import('@latchkey/protocol/swapApi')
  const gasPrice = await getSwapGasPrice(config, { chainId, ...(signal ? { signal } : {}) }).catch(() => 0n)
  const query = {
    amount: String(amount),
    userAddress: parseAccountId(account).address,
    from,
    to,
    gasPrice: String(gasPrice),
  }
  const { quotes } = await noRoute(
    api.request({ path: 'v1/convert/quotes', query, signal, parse: (answer) => swapQuotes.parse(answer) }),
  )
  const quote = quotes.find(({ fromAccount, toAccount }) => isSame(fromAccount, from) && isSame(toAccount, to))
  if (!quote || BigInt(quote.fromAmount) !== amount || BigInt(quote.toAmount) === 0n) throw none()
  return {
    amount,
    toAmount: BigInt(quote.toAmount),
    priceImpact: quote.priceImpact ?? undefined,
    route: quote.route ?? undefined,
    fee: quote.gas && gasPrice > 0n ? BigInt(quote.gas) * gasPrice : undefined,
    at: Date.now(),
  }
}

/**
 * Asks what gas costs on a chain that swaps are offered on.
 *
 * @param config - The config; it needs `api`.
 * @param parameters.chainId - The chain as CAIP-2.
 * @returns The usual price of gas, in base units of the native coin.
 * @throws SWAP_UNSUPPORTED 'Network not supported for Gas Price'; API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getSwapGasPrice } from '@latchkey/core/swap'
 * const price = await getSwapGasPrice(config, { chainId: 'eip155:1' })
 */
export async function getSwapGasPrice(
  config: Config,
  parameters: { readonly chainId: ChainId; readonly signal?: AbortSignal },
): Promise<bigint> {
  const { chainId, signal } = parameters
  const api = requireApi(config, chainId, 'Network not supported for Gas Price')
  const { swapGasPrice } = await import('@latchkey/protocol/swapApi')
  const query = { chainId }
  const { standard } = await api.request({
    path: 'v1/convert/gas-price',
    query,
    signal,
    parse: (answer) => swapGasPrice.parse(answer),
  })
  return BigInt(standard)
}

/**
 * Asks how much of a token the router may take from an account.
 *
 * @param config - The config; it needs `api`.
 * @param parameters.token - The token as CAIP-10.
 * @param parameters.account - Whose, as CAIP-10.
 * @returns The allowance in base units of the token.
 * @throws SWAP_UNSUPPORTED 'Network not supported for Swaps'; API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getSwapAllowance } from '@latchkey/core/swap'
 * const token = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
 * const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * const allowance = await getSwapAllowance(config, { token, account })
 */
export async function getSwapAllowance(
  config: Config,
  parameters: { readonly token: AccountId; readonly account: AccountId; readonly signal?: AbortSignal },
): Promise<bigint> {
  const { token, account, signal } = parameters
  const api = requireApi(config, parseAccountId(token).chainId)
  const { swapAllowance } = await import('@latchkey/protocol/swapApi')
  const query = { tokenAddress: token, userAddress: account }
  const { allowance } = await api.request({
    path: 'v1/convert/allowance',
    query,
    signal,
    parse: (answer) => swapAllowance.parse(answer),
  })
  return BigInt(allowance)
}

/**
 * Returns whether an allowance covers an amount.
 *
 * @param parameters.allowance - In base units of the token; absent: unknown.
 * @param parameters.amount - As a decimal text, for example `1.5`; absent: unknown.
 * @param parameters.decimals - Of the token; absent: unknown.
 * @returns True when it is at least the amount; false while anything of it is unknown.
 *
 * @example
 * import { isAllowanceEnough } from '@latchkey/core/swap'
 * isAllowanceEnough({ allowance: 1_500_000n, amount: '1.5', decimals: 6 }) // true
 */
export function isAllowanceEnough(parameters: {
  readonly allowance: bigint | undefined
  readonly amount: string | undefined
  readonly decimals: number | undefined
}): boolean {
  const { allowance, amount, decimals } = parameters
  if (allowance === undefined || amount === undefined || decimals === undefined) return false
  try {
    return allowance >= parseAmount(amount, decimals)
  } catch {
    return false
  }
}

/** A transaction for a swap as the server wrote it, not yet checked. */
export type SwapCall = {
  readonly to: string
  readonly data: `0x${string}`
  readonly value: bigint
  readonly gas?: bigint
}

/** Asks the server for the transaction that lets the router take an amount of a token. */
export async function askApproval(
  config: Config,
  asked: { readonly account: AccountId; readonly from: AccountId; readonly to: AccountId; readonly amount: bigint },
): Promise<SwapCall> {
  const { account, from, to, amount } = asked
  const api = requireApi(config, parseAccountId(from).chainId)
  const { swapApproval } = await import('@latchkey/protocol/swapApi')
  const query = { userAddress: account, from, to, amount: String(amount) }
  const { tx } = await api.request({
    path: 'v1/convert/build-approve',
    query,
    parse: (answer) => swapApproval.parse(answer),
  })
  if (parseAccountId(tx.from).chainId !== parseAccountId(from).chainId) throw unsafe('It is for another network.')
  return { to: parseAccountId(tx.from).address, data: tx.data as `0x${string}`, value: BigInt(tx.value) }
}

/** Asks the server for the transaction of a swap. */
export async function askSwap(
  config: Config,
  asked: {
    readonly account: AccountId
    readonly from: AccountId
    readonly to: AccountId
    readonly amount: bigint
    /** In per cent. Default 1. */
    readonly slippage?: number
  },
): Promise<SwapCall> {
  const { account, from, to, amount, slippage = defaultSlippage } = asked
  const { chainId } = parseAccountId(from)
  const api = requireApi(config, chainId)
  const { swapTransaction } = await import('@latchkey/protocol/swapApi')
  const body = {
    amount: String(amount),
    eip155: { slippage },
    projectId: api.projectId,
    from,
    to,
    userAddress: account,
    disableEstimate: true,
  }
  const { tx } = await noRoute(
    api.request({ path: 'v1/convert/build-transaction', body, parse: (answer) => swapTransaction.parse(answer) }),
  )
  if (parseAccountId(tx.to).chainId !== chainId) throw unsafe('It is for another network.')
  if (BigInt(tx.amount) !== amount) throw unsafe('It is for another amount.')
  const gas = BigInt(tx.eip155.gas)
  return {
    to: parseAccountId(tx.to).address,
    data: tx.data as `0x${string}`,
    value: 0n,
    ...(gas > 0n ? { gas } : {}),
  }
}

/** What is thrown where an answer of the server must not be signed. */
export function unsafe(why: string, cause?: unknown): LatchkeyError<'SWAP_UNSAFE'> {
  return new LatchkeyError('SWAP_UNSAFE', 'The swap that the server prepared does not match what was asked for.', {
    details: why,
    hints: ['Nothing was signed. Try again; if it stays, tell the site.'],
    cause,
  })
}

/** What is thrown where a swap gives less than was agreed to. */
export function priceMoved(): LatchkeyError<'SWAP_UNAVAILABLE'> {
  return new LatchkeyError('SWAP_UNAVAILABLE', 'The price moved below what you reviewed.', {
    details: 'priceMoved',
    hints: ['Review the new price. Nothing was signed.'],
  })
}

function none(cause?: unknown): LatchkeyError<'SWAP_UNAVAILABLE'> {
  return new LatchkeyError('SWAP_UNAVAILABLE', 'There is no route for this swap.', {
    hints: ['Try another amount or another token.'],
    cause,
  })
}

/** A server that refuses a pair or an amount has no route for it. */
async function noRoute<answer>(asked: Promise<answer>): Promise<answer> {
  try {
    return await asked
  } catch (error) {
    const status = (error as { cause?: { status?: unknown } }).cause?.status
    throw status === 400 || status === 404 || status === 422 ? none(error) : error
  }
}

function requireApi(config: Config, chainId: ChainId, message = 'Network not supported for Swaps'): Api {
  if (!config.api || !isSwapChain(config, chainId)) {
    throw new LatchkeyError('SWAP_UNSUPPORTED', message, {
      hints: ['Swaps need `api`, and one of the swap networks or a router in `swapRouters`.'],
    })
  }
  return config.api
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
