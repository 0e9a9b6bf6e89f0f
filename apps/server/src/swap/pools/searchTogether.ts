import type { ContractCall, Reads } from '../createReads.js'
import type { Address } from '../swapPort.js'

/** The best way that was found through pools of one kind. */
export type PoolRoute = {
  toAmount: bigint
  priceImpact: number
  /** The tokens on the way, the first and the last included, the wrapped coin for the native one. */
  tokens: readonly Address[]
  /** The fees of the pools between them, in millionths, where a call names pools by them. */
  fees?: readonly number[]
  /** A sufficient gas limit. */
  gas: bigint
}

/** The contract calls of a search, in steps; undefined without a route. */
export type PoolSearch = Generator<
  readonly ContractCall[],
  PoolRoute | undefined,
  readonly (`0x${string}` | undefined)[]
>

/**
 * Goes through searches side by side: all that they ask in one step is one round trip.
 *
 * @param reads - How the chain is asked.
 * @param searches - The searches.
 * @returns The way that gives most; of two that give as much, the one of the earlier search.
 */
export async function searchTogether(reads: Reads, searches: readonly PoolSearch[]): Promise<PoolRoute | undefined> {
  const found: PoolRoute[] = []
  let open = searches.map((search) => ({ search, step: search.next() }))
  for (;;) {
    for (const { step } of open) if (step.done && step.value) found.push(step.value)
    const asked = open.flatMap(({ search, step }) => (step.done ? [] : [{ search, calls: step.value }]))
    if (asked.length === 0) break
    const answers = await reads.calls(asked.flatMap(({ calls }) => calls))
    let at = 0
    open = asked.map(({ search, calls }) => {
      const own = answers.slice(at, at + calls.length)
      at += calls.length
      return { search, step: search.next(own) }
    })
  }
  return found.reduce<PoolRoute | undefined>(
    (best, one) => (best === undefined || one.toAmount > best.toAmount ? one : best),
    undefined,
  )
}
