import { evmNativeAddress } from '@latchkey/protocol/caip'
import type { Reads } from '../createReads.js'
import { minimumOf } from '../minimumOf.js'
import type { PoolSetting } from '../readSwaps.js'
import type { Address, SwapFilling, SwapPair } from '../swapPort.js'
import { multicallOf } from './multicallOf.js'
import { pairCallOf } from './pairCallOf.js'
import { searchPairs } from './searchPairs.js'
import { searchTiers } from './searchTiers.js'
import { type PoolRoute, searchTogether } from './searchTogether.js'

/** How long a swap can be mined after it was built, in seconds. */
const life = 1_200n

/**
 * Creates swaps by pools of the Uniswap v2 kind, the v3 kind or both, read from the chain's own nodes: no service is asked and no key
 * is needed. A quote takes two round trips, and a route stays within one kind.
 *
 * @param options - How the nodes are asked, which contracts there are, its tokens and the clock.
 * @returns The filling.
 */
export function createPoolFilling(options: {
  reads: Reads
  setting: PoolSetting
  tokens: SwapFilling['tokens']
  clock: () => Date
}): SwapFilling {
  const { reads, setting, clock } = options
  const { router, wrapped, connectors, v2, v3 } = setting
  const through = [wrapped, ...connectors]
  const tokenOf = (token: Address) => (token === evmNativeAddress ? wrapped : token)

  async function find({ from, to, amount }: SwapPair): Promise<PoolRoute | undefined> {
    const [first, last] = [tokenOf(from), tokenOf(to)]
    if (first === last) return undefined
    const routes = routesBetween(first, last, through)
    return searchTogether(reads, [
      ...(v2 ? [searchPairs(v2, routes, amount)] : []),
      ...(v3 ? [searchTiers(v3, routes, amount)] : []),
    ])
  }

  /** The later of the two clocks: a chain of its own may be ahead of this machine. */
  async function deadline(): Promise<bigint> {
    const [block] = await reads.node([{ method: 'eth_getBlockByNumber', params: ['latest', false] }])
    const { timestamp } = (block ?? {}) as { timestamp?: unknown }
    const chainTime = typeof timestamp === 'string' && /^0x[0-9a-f]{1,16}$/.test(timestamp) ? BigInt(timestamp) : 0n
    const ownTime = BigInt(Math.floor(clock().getTime() / 1000))
    return (chainTime > ownTime ? chainTime : ownTime) + life
  }

  return {
    spender: router,
    takes: (to) => to === router,
    tokens: options.tokens,
    async quote(pair) {
      const found = await find(pair)
      if (found === undefined) return undefined
      const { toAmount, priceImpact, tokens, gas } = found
      return { toAmount, priceImpact, gas, route: [pair.from, ...tokens.slice(1, -1), pair.to] }
    },
    async buildTransaction(order) {
      const [found, until] = await Promise.all([find(order), deadline()])
      if (found === undefined) return undefined
      const minimum = minimumOf(found.toAmount, order)
      return {
        to: router,
        data: (v3 ? multicallOf : pairCallOf)(order, found, { minimum, until }),
        value: order.from === evmNativeAddress ? order.amount : 0n,
        gas: found.gas,
        toAmount: found.toAmount,
        minimum,
        deadline: until,
      }
    },
  }
}

/**
 * Lists the ways from one token to another, of three hops at most, the shortest first.
 *
 * @param from - The token that is sold.
 * @param to - The token that is bought.
 * @param connectors - The tokens that may be between them.
 * @returns The tokens on each way, the first and the last included; no token twice.
 */
function routesBetween(from: Address, to: Address, connectors: readonly Address[]): readonly Address[][] {
  const between = [...new Set(connectors)].filter((token) => token !== from && token !== to)
  return [
    [from, to],
    ...between.map((one) => [from, one, to]),
    ...between.flatMap((one) => between.flatMap((other) => (one === other ? [] : [[from, one, other, to]]))),
  ]
}
