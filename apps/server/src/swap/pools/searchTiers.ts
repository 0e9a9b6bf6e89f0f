import { encodeFunctionData, parseAbi } from 'viem'
import { readWord } from '../../platform/upstream/readHex.js'
import type { PoolSetting } from '../readSwaps.js'
import type { Address } from '../swapPort.js'
import { addressOf } from './addressOf.js'
import { pairsOf } from './pairsOf.js'
import { pathOf } from './pathOf.js'
import { poolsOn } from './poolsOn.js'
import { priceImpactOf } from './priceImpactOf.js'
import type { PoolRoute, PoolSearch } from './searchTogether.js'

type Way = { tokens: readonly Address[]; fees: readonly number[] }
type V3 = NonNullable<PoolSetting['v3']>

const abi = parseAbi([
  'function getPool(address, address, uint24) view returns (address)',
  'function slot0() view returns (uint160)',
  'function quoteExactInput(bytes, uint256) returns (uint256)',
])

/** What is enough for a swap, and for each pool on its way, also where it moves through many prices. */
const [swapGas, poolGas] = [180_000n, 160_000n]
/** How many ways of more than one pool are asked about, the shortest first. */
const most = 256
const million = 1_000_000n

/**
 * Searches pools of the Uniswap v3 kind: first where they are and what one hop from the sold token gives, then what longer ways
 * give. More into a pool never gives less out of it, so that of several pools for a first hop only the best goes on.
 *
 * @param v3 - Where the pools are known, who quotes, and which fees there are.
 * @param routes - The ways from one token to another.
 * @param amount - What is sold.
 * @returns The search; what it finds is what the quoter says.
 * @see https://docs.uniswap.org/contracts/v3/overview
 */
export function* searchTiers(v3: V3, routes: readonly (readonly Address[])[], amount: bigint): PoolSearch {
  const places = poolsOn(routes).flatMap(([one, other]) => v3.fees.map((fee) => ({ one, other, fee })))
  const firsts = firstHops(routes).flatMap((tokens) => v3.fees.map((fee) => ({ tokens, fees: [fee] })))
  const quoteOf = (way: Way) => ({
    to: v3.quoter,
    data: encodeFunctionData({ abi, functionName: 'quoteExactInput', args: [pathOf(way.tokens, way.fees), amount] }),
  })
  const told = yield [
    ...places.map(({ one, other, fee }) => ({
      to: v3.factory,
      data: encodeFunctionData({ abi, functionName: 'getPool', args: [one, other, fee] }),
    })),
    ...firsts.map(quoteOf),
  ]
  const pools = places.flatMap((pool, at) => {
    const address = addressOf(told[at])
    return address === undefined ? [] : [{ ...pool, address }]
  })
  const reached = bestOf(firsts, told.slice(places.length))
  const longer = routes
    .flatMap((tokens) => {
      const first = reached.get(tokens[1] ?? '')
      return tokens.length < 3 || first === undefined ? [] : goOn(tokens, first.fees, feesBetween(pools))
    })
    .slice(0, most)
  const data = encodeFunctionData({ abi, functionName: 'slot0' })
  const answers = yield [...pools.map(({ address }) => ({ to: address, data })), ...longer.map(quoteOf)]
  const prices = new Map(pools.map(({ one, other, fee }, at) => [`${one}:${other}:${fee}`, firstWord(answers[at])]))
  const last = routes[0]?.at(-1) ?? ''
  const direct = reached.get(last)
  const through = bestOf(longer, answers.slice(pools.length)).get(last)
  const best = through !== undefined && through.toAmount > (direct?.toAmount ?? 0n) ? through : direct
  if (best === undefined) return undefined
  const gas = swapGas + poolGas * BigInt(best.fees.length)
  return { ...best, gas, priceImpact: impactOf(best, amount, prices) } satisfies PoolRoute
}

/** The first hop of each way, once each. */
function firstHops(routes: readonly (readonly Address[])[]): readonly (readonly Address[])[] {
  return [...new Map(routes.map((route) => [route[1], route.slice(0, 2)])).values()]
}

/** By the last token, the way that gives most of it. */
function bestOf(ways: readonly Way[], answers: readonly (`0x${string}` | undefined)[]) {
  const best = new Map<string, Way & { toAmount: bigint }>()
  for (const [at, way] of ways.entries()) {
    const toAmount = firstWord(answers[at]) ?? 0n
    const to = way.tokens.at(-1) ?? ''
    if (toAmount > (best.get(to)?.toAmount ?? 0n)) best.set(to, { ...way, toAmount })
  }
  return best
}

function feesBetween(pools: readonly { one: Address; other: Address; fee: number }[]) {
  const fees = new Map<string, number[]>()
  for (const { one, other, fee } of pools)
    for (const key of [`${one}:${other}`, `${other}:${one}`]) fees.set(key, [...(fees.get(key) ?? []), fee])
  return fees
}

/** The ways along some tokens that begin with known fees, over each pool that is there. */
function goOn(
  tokens: readonly Address[],
  begun: readonly number[],
  pools: ReadonlyMap<string, readonly number[]>,
): readonly Way[] {
  const ways = pairsOf(tokens)
    .slice(begun.length)
    .reduce<readonly (readonly number[])[]>(
      (sofar, pair) => sofar.flatMap((fees) => (pools.get(pair.join(':')) ?? []).map((fee) => [...fees, fee])),
      [begun],
    )
  return ways.map((fees) => ({ tokens, fees }))
}

/** By how much a way moves the prices of its pools; their prices are square roots with 96 bits behind the point. */
function impactOf(
  { tokens, fees, toAmount }: Way & { toAmount: bigint },
  amount: bigint,
  prices: ReadonlyMap<string, bigint | undefined>,
): number {
  let [asked, divisor] = [amount, 1n]
  for (const [at, [paid, given]] of pairsOf(tokens).entries()) {
    const fee = fees[at] ?? 0
    const isUp = paid < given
    const root = prices.get(isUp ? `${paid}:${given}:${fee}` : `${given}:${paid}:${fee}`) ?? 0n
    const [price, one] = [root * root, 1n << 192n]
    asked *= (million - BigInt(fee)) * (isUp ? price : one)
    divisor *= million * (isUp ? one : price)
  }
  return asked === 0n ? 0 : priceImpactOf(toAmount, { asked, divisor })
}

function firstWord(answer: `0x${string}` | undefined): bigint | undefined {
  return readWord(answer?.slice(0, 66))
}
