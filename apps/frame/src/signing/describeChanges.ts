import type { SimulatedCalls } from '../chains/simulateCalls.js'
import type { ApprovalRow, FrameChain } from '../contracts.js'
import { writeAmount } from './amounts.js'
import { tokenWords } from './describeCall.js'

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** What nodes name as the contract of the network's own coin. */
const coin = `0x${'e'.repeat(40)}`

/**
 * Says what an account would have less and more of. A token of the registry cannot be made to lie here by others; what an unknown
 * one logs is its own claim, in its smallest unit and under its address.
 *
 * @param calls - What a node says that the calls would do.
 * @param account - Whose account.
 * @param chain - Names, symbols and decimals come from here.
 * @returns A row for each thing that moves, what leaves first; one that says so when nothing does.
 */
export function describeChanges(calls: SimulatedCalls, account: string, chain: FrameChain): readonly ApprovalRow[] {
  const own = account.slice(2).toLowerCase()
  const sums = new Map<string, bigint>()
  for (const { address, topics, data } of calls.flatMap(({ isOk, logs }) => (isOk ? logs : []))) {
    const [kind, from = '', to = '', id] = topics.map((topic) => topic.toLowerCase())
    const [isFrom, isTo] = [from.slice(26) === own, to.slice(26) === own]
    if (kind !== transfer || isFrom === isTo) continue
    // A collectible has its number in place of a sum.
    const name = id === undefined ? address.toLowerCase() : `${address.toLowerCase()} ${BigInt(id)}`
    const amount = id === undefined ? BigInt(data.length > 2 ? data.slice(0, 66) : 0) : 1n
    sums.set(name, (sums.get(name) ?? 0n) + (isTo ? amount : -amount))
  }
  const moved = [...sums].filter(([, sum]) => sum !== 0n).sort(([, one], [, two]) => (one < two ? -1 : 1))
  if (moved.length === 0) return [{ label: 'As tried out just now', value: 'Nothing of yours moves' }]
  return moved.map(([name, sum]) => ({
    label: sum < 0n ? 'Leaves you, as tried out' : 'Comes to you, as tried out',
    value: write(name, sum < 0n ? -sum : sum, chain),
    form: 'sum',
  }))
}

function write(name: string, sum: bigint, chain: FrameChain): string {
  const [address = '', id] = name.split(' ')
  if (id !== undefined) return `Item ${id} of ${address}`
  if (address === coin) return `${writeAmount(sum, chain.nativeCurrency.decimals)} ${chain.nativeCurrency.symbol}`
  const { name: symbol, amount } = tokenWords(address, chain)
  return symbol === 'an unknown token' ? `${amount(sum)} of ${address}` : amount(sum)
}
