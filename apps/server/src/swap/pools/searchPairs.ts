import { encodeFunctionData, parseAbi } from 'viem'
import type { PoolSetting } from '../readSwaps.js'
import type { Address } from '../swapPort.js'
import { addressOf } from './addressOf.js'
import { amountOut, type Reserves } from './amountOut.js'
import { pairsOf } from './pairsOf.js'
import { poolsOn } from './poolsOn.js'
import type { PoolRoute, PoolSearch } from './searchTogether.js'

const abi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

/** What is enough for a swap, and for each pool on its way, also with tokens that keep books of their own. */
const [swapGas, poolGas] = [120_000n, 130_000n]

/**
 * Searches pools of the Uniswap v2 kind: first where they are, then what they hold.
 *
 * @param v2 - Where the pools are known, and what each keeps.
 * @param routes - The ways from one token to another.
 * @param amount - What is sold.
 * @returns The search.
 * @see https://docs.uniswap.org/contracts/v2/overview
 */
export function* searchPairs(
  v2: NonNullable<PoolSetting['v2']>,
  routes: readonly (readonly Address[])[],
  amount: bigint,
): PoolSearch {
  const asked = poolsOn(routes)
  const places = yield asked.map((args) => ({
    to: v2.factory,
    data: encodeFunctionData({ abi, functionName: 'getPair', args }),
  }))
  const known = asked.flatMap((pair, at) => {
    const place = addressOf(places[at])
    return place === undefined ? [] : [{ pair, place }]
  })
  const data = encodeFunctionData({ abi, functionName: 'getReserves' })
  const answers = yield known.map(({ place }) => ({ to: place, data }))
  const pools = new Map<string, Reserves>()
  for (const [at, { pair }] of known.entries()) {
    const [first, second] = reservesOf(answers[at]) ?? []
    if (first === undefined || second === undefined) continue
    const [one, other] = pair
    pools.set(`${one}:${other}`, { paid: first, given: second })
    pools.set(`${other}:${one}`, { paid: second, given: first })
  }
  let best: PoolRoute | undefined
  for (const tokens of routes) {
    const reserves = pairsOf(tokens).flatMap(([paid, given]) => pools.get(`${paid}:${given}`) ?? [])
    if (reserves.length < tokens.length - 1) continue
    const found = amountOut(amount, reserves, v2.fee)
    if (!found || (best !== undefined && found.toAmount <= best.toAmount)) continue
    best = { ...found, tokens, gas: swapGas + poolGas * BigInt(reserves.length) }
  }
  return best
}

function reservesOf(answer: `0x${string}` | undefined): [bigint, bigint] | undefined {
  if (answer === undefined || answer.length !== 2 + 3 * 64) return undefined
  return [BigInt(answer.slice(0, 66)), BigInt(`0x${answer.slice(66, 130)}`)]
}
