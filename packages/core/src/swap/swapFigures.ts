import type { TokenBalance } from '@latchkey/protocol/api'
import { type AccountId, parseAccountId, toAccountId } from '@latchkey/protocol/caip'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { getConnection } from '../actions/getConnection.js'
import type { Config } from '../createConfig.js'
import { type AmountProblem, checkDraft } from '../flows/sendDraft.js'
import type { SwapQuote } from './swapCalls.js'
import { isNative, isSwapChain } from './swapNetworks.js'
import type { SwapState } from './swapState.js'

/** A swap with what is right and wrong about it. */
export type SwapFlowState = SwapState & {
  /** In base units of the source token; undefined while it cannot be read. */
  readonly amount: bigint | undefined
  readonly amountProblem: AmountProblem | undefined
  /** The newest price, whether or not a newer one is being asked for. */
  readonly price: SwapQuote | undefined
  /** What comes out at least, in base units of the target token. */
  readonly minimum: bigint | undefined
  /** True: the router must be allowed to take the source token first, by a transaction. Undefined while unknown. */
  readonly needsApproval: boolean | undefined
  /** True: the router is allowed to take exactly the amount by a signature, which goes with the swap; no approval is sent. */
  readonly signsPermit: boolean
  /** True: nothing stands against a review. */
  readonly isReady: boolean
  readonly separator: string
}

/** Adds to a swap what follows from it; pure, so that every keystroke may ask. */
export function completeSwap(
  next: SwapState,
  { balances, separator }: { readonly balances: readonly TokenBalance[]; readonly separator: string },
): SwapFlowState {
  const { from, amountText, quote, slippage, allowance, permit, agreed, phase } = next
  const token = from && heldToken(from, balances)
  const { amount, amountProblem } = checkDraft(
    { token, amountText, to: '' },
    { isAddress: () => true, own: '', separator },
  )
  const price = quote.status === 'ready' ? quote.value : quote.status === 'loading' ? quote.last : undefined
  const minimum = phase === 'editing' || agreed === undefined ? price && minimumOf(price, slippage) : agreed
  const isLacking =
    from && amount !== undefined
      ? isNative(from.address)
        ? false
        : allowance === undefined
          ? undefined
          : allowance < amount
      : undefined
  return {
    ...next,
    amount,
    amountProblem,
    price,
    minimum,
    needsApproval: isLacking && !permit,
    signsPermit: isLacking === true && permit !== undefined,
    separator,
    isReady: amountProblem === undefined && price !== undefined && price.amount === amount,
  }
}

/** What comes out at least: the price less the tolerance, rounded down. */
function minimumOf({ toAmount }: SwapQuote, slippage: number): bigint {
  return (toAmount * BigInt(10_000 - Math.round(slippage * 100))) / 10_000n
}

/** A token with what the account holds of it; unknown tokens count as not held. */
export function heldToken(token: SwapTokenInfo, balances: readonly TokenBalance[]): TokenBalance {
  const { chainId } = parseAccountId(token.address)
  const found = balances.find((held) => isToken(held, token.address))
  return {
    name: token.name,
    symbol: token.symbol,
    chainId,
    price: found?.price ?? 0,
    iconUrl: token.logoUri ?? '',
    quantity: { decimals: String(token.decimals), numeric: found?.quantity.numeric ?? '0' },
    ...(isNative(token.address) ? {} : { address: token.address }),
  }
}

/**
 * Returns whether a balance is of a token that can be swapped; a balance of the native coin has no address.
 *
 * @param balance - One of `getBalances`.
 * @param token - The token as CAIP-10.
 * @returns True when it is that token.
 *
 * @example
 * import { getBalances } from '@latchkey/core'
 * import { isToken } from '@latchkey/core/swap'
 * const balances = await getBalances(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
 * const coin = balances.find((balance) => isToken(balance, 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'))
 */
export function isToken({ address, chainId }: TokenBalance, token: AccountId): boolean {
  if (chainId !== parseAccountId(token).chainId) return false
  return address === undefined ? isNative(token) : address.toLowerCase() === token.toLowerCase()
}

/** Who would swap now, and on which chain; undefined where swaps are not offered. */
export function swapper(config: Config): AccountId | undefined {
  const { status, address, namespace } = getConnection(config)
  const chainId = config.state.chainIds[namespace]
  return status === 'connected' && address !== undefined && chainId !== undefined && isSwapChain(config, chainId)
    ? toAccountId(chainId, address)
    : undefined
}
