import type { Cache } from '../platform/cache/cache.js'
import type { Chain } from '../platform/chains/chain.js'
import type { Address, SwapPair } from './swapPort.js'

/** The last quote of a token pair for an account. */
export type QuoteMemory = {
  keep(chain: Chain, user: Address, pair: SwapPair, toAmount: bigint): Promise<void>
  /** The output of the same amount, if it was quoted within half a minute. */
  promised(chain: Chain, user: Address, pair: SwapPair): Promise<bigint | undefined>
  /** How much was asked about last, within ten minutes; else nothing. */
  amount(chain: Chain, user: Address, pair: Omit<SwapPair, 'amount'>): Promise<bigint | undefined>
}

const remembered = 600_000
const fresh = 30_000

/**
 * Creates the memory of quotes: what was shown is what a transaction is measured by.
 *
 * @param options - Where quotes are kept, and the clock.
 * @returns The memory.
 */
export function createQuoteMemory({ cache, clock }: { cache: Cache; clock: () => Date }): QuoteMemory {
  const keyOf = (chain: Chain, user: Address, { from, to }: Omit<SwapPair, 'amount'>) =>
    `swap:${chain.caip2}:${user}:${from}:${to}`

  async function read(key: string): Promise<{ amount: bigint; toAmount: bigint; at: number } | undefined> {
    const [amount, toAmount, at] = (await cache.get(key))?.split(' ') ?? []
    if (amount === undefined || toAmount === undefined) return undefined
    return { amount: BigInt(amount), toAmount: BigInt(toAmount), at: Number(at) }
  }

  return {
    keep: (chain, user, pair, toAmount) =>
      cache.set(keyOf(chain, user, pair), `${pair.amount} ${toAmount} ${clock().getTime()}`, remembered),
    async promised(chain, user, pair) {
      const kept = await read(keyOf(chain, user, pair))
      if (kept === undefined || kept.amount !== pair.amount || clock().getTime() - kept.at > fresh) return undefined
      return kept.toAmount
    },
    amount: async (chain, user, pair) => (await read(keyOf(chain, user, pair)))?.amount,
  }
}
