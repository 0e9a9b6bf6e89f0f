import { evmNativeAddress } from '@latchkey/protocol/caip'
import { encodeFunctionData, parseAbi } from 'viem'
import { readWord } from '../../platform/upstream/readHex.js'
import type { Reads } from '../createReads.js'
import { minimumOf } from '../minimumOf.js'
import type { PoolSetting } from '../readSwaps.js'
import type { Address, SwapFilling, SwapOrder, SwapPair, SwapQuote } from '../swapPort.js'
import { amountOut, type Reserves } from './amountOut.js'
import { routesBetween } from './routesBetween.js'

const abi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
])

/** How long a swap can be mined after it was built, in seconds. */
const life = 1_200n
/** What is enough for a swap, and for each pool on its way, also with tokens that keep books of their own. */
const [swapGas, poolGas] = [120_000n, 130_000n]

/**
 * Makes swaps by pools of the Uniswap v2 kind, read from the chain's own nodes: no service is asked and no key is needed. A quote
 * takes two round trips.
 *
 * @param options - How the nodes are asked, which contracts there are, its tokens and the clock.
 * @returns The filling.
 * @see https://docs.uniswap.org/contracts/v2/overview
 */
export function createPoolFilling(options: {
  reads: Reads
  setting: PoolSetting
  tokens: SwapFilling['tokens']
  clock: () => Date
}): SwapFilling {
  const { reads, setting, clock } = options
  const { router, wrapped, connectors, v2 } = setting
  const through = [wrapped, ...connectors]
  const tokenOf = (token: Address) => (token === evmNativeAddress ? wrapped : token)

  async function quote({ from, to, amount }: SwapPair): Promise<SwapQuote | undefined> {
    const [first, last] = [tokenOf(from), tokenOf(to)]
    if (first === last) return undefined
    const routes = routesBetween(first, last, through)
    const pools = await readPools(routes)
    let best: SwapQuote | undefined
    for (const route of routes) {
      const reserves = pairsOf(route).flatMap(([paid, given]) => pools.get(`${paid}:${given}`) ?? [])
      if (reserves.length < route.length - 1) continue
      const found = amountOut(amount, reserves, v2.fee)
      if (found && (best === undefined || found.toAmount > best.toAmount)) best = { ...found, route, gas: undefined }
    }
    return best && { ...best, route: [from, ...(best.route ?? []).slice(1, -1), to], gas: gasOf(best.route) }
  }

  /** What each pool on the routes holds, as it is paid into from either side. */
  async function readPools(routes: readonly (readonly Address[])[]): Promise<ReadonlyMap<string, Reserves>> {
    const pairs = new Map<string, readonly [Address, Address]>()
    for (const [one, other] of routes.flatMap(pairsOf)) {
      const sorted: readonly [Address, Address] = one < other ? [one, other] : [other, one]
      pairs.set(sorted.join(), sorted)
    }
    const asked = [...pairs.values()]
    const places = await reads.calls(
      asked.map((args) => ({ to: v2.factory, data: encodeFunctionData({ abi, functionName: 'getPair', args }) })),
    )
    const found = asked.flatMap((pair, at) => {
      const place = addressOf(places[at])
      return place === undefined ? [] : [{ pair, place }]
    })
    const data = encodeFunctionData({ abi, functionName: 'getReserves' })
    const answers = await reads.calls(found.map(({ place }) => ({ to: place, data })))
    const pools = new Map<string, Reserves>()
    for (const [at, { pair }] of found.entries()) {
      const [first, second] = reservesOf(answers[at]) ?? []
      if (first === undefined || second === undefined) continue
      const [one, other] = pair
      pools.set(`${one}:${other}`, { paid: first, given: second })
      pools.set(`${other}:${one}`, { paid: second, given: first })
    }
    return pools
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
    tokens: options.tokens,
    quote,
    async buildTransaction(order) {
      const [found, until] = await Promise.all([quote(order), deadline()])
      if (found?.route === undefined) return undefined
      const minimum = minimumOf(found.toAmount, order)
      const path = found.route.map(tokenOf)
      return {
        to: router,
        data: callOf(order, path, minimum, until),
        value: order.from === evmNativeAddress ? order.amount : 0n,
        gas: gasOf(path),
        toAmount: found.toAmount,
        minimum,
        deadline: until,
      }
    },
  }
}

/** These calls measure what arrives: a token that keeps a part of each transfer cannot undercut the minimum. */
function callOf(order: SwapOrder, path: readonly Address[], minimum: bigint, until: bigint): `0x${string}` {
  const { from, to, amount, user } = order
  if (from === evmNativeAddress) {
    const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    return encodeFunctionData({ abi, functionName, args: [minimum, path, user, until] })
  }
  const functionName =
    to === evmNativeAddress
      ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
      : 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  return encodeFunctionData({ abi, functionName, args: [amount, minimum, path, user, until] })
}

/** Enough for what each pool on the way takes. */
function gasOf(route: readonly Address[] = []): bigint {
  return swapGas + poolGas * BigInt(route.length - 1)
}

function pairsOf(route: readonly Address[]): readonly (readonly [Address, Address])[] {
  return route.slice(1).map((token, at) => [route[at] ?? token, token])
}

function addressOf(answer: `0x${string}` | undefined): Address | undefined {
  const word = readWord(answer)
  if (word === undefined || word === 0n || word >= 1n << 160n) return undefined
  return `0x${word.toString(16).padStart(40, '0')}`
}

function reservesOf(answer: `0x${string}` | undefined): [bigint, bigint] | undefined {
  if (answer === undefined || answer.length !== 2 + 3 * 64) return undefined
  return [BigInt(answer.slice(0, 66)), BigInt(`0x${answer.slice(66, 130)}`)]
}
