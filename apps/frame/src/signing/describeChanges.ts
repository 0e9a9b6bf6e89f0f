import type { SimulatedCalls } from '../chains/simulateCalls.js'
import type { ApprovalRow, FrameChain } from '../contracts.js'
import { isUnlimited, writeAmount } from './amounts.js'
import { tokenWords, unknownToken } from './describeCall.js'
import { checksummed } from './evmAddress.js'

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
// Events that only ever add a warning are told by their first bytes.
const approval = '0x8c5be1e5'
const approvalForAll = '0x17307eab'
/** What nodes name as the contract of the network's own coin. */
const coin = `0x${'e'.repeat(40)}`

/**
 * Says what an account would have less and more of, and what others could take from it afterwards. A token of the registry cannot
 * be made to lie here by others; what an unknown one logs is its own claim, in its smallest unit and under its address.
 *
 * @param calls - What a node says that the calls would do.
 * @param account - Whose account.
 * @param chain - Names, symbols and decimals come from here.
 * @returns A row for each thing that moves, what leaves first; one that says so when nothing does; then a row with a tone for each
 * permission that is left.
 */
export function describeChanges(calls: SimulatedCalls, account: string, chain: FrameChain): readonly ApprovalRow[] {
  const own = account.slice(2).toLowerCase()
  const sums = new Map<string, bigint>()
  const permissions = new Map<string, string | undefined>()
  for (const { address, topics, data } of calls.flatMap(({ isOk, logs }) => (isOk ? logs : []))) {
    const [kind = '', from = '', to = '', id] = topics.map((topic) => topic.toLowerCase())
    const [isFrom, isTo] = [from.slice(26) === own, to.slice(26) === own]
    const isAll = kind.startsWith(approvalForAll)
    const token = address.toLowerCase()
    // A collectible has its number in place of a sum.
    const name = isAll ? `${token} *` : id === undefined ? token : `${token} ${BigInt(id)}`
    const amount = id === undefined ? BigInt(data.length > 2 ? data.slice(0, 66) : 0) : 1n
    if (isFrom && (isAll || kind.startsWith(approval))) {
      const isGiven = amount > 0n && BigInt(to) > 0n
      // An item is given to one at a time, all else to each by itself; the last word holds.
      permissions.set(
        id === undefined ? name + to : name,
        isGiven
          ? `${isUnlimited(amount) ? unlimited(name, chain) : write(name, amount, chain)} by ${checksummed(`0x${to.slice(26)}`)}`
          : undefined,
      )
    }
    if (kind !== transfer || isFrom === isTo) continue
    sums.set(name, (sums.get(name) ?? 0n) + (isTo ? amount : -amount))
  }
  const moved = [...sums].filter(([, sum]) => sum !== 0n).sort(([, one], [, two]) => (one < two ? -1 : 1))
  const rows: ApprovalRow[] = moved.map(([name, sum]) => ({
    label: sum < 0n ? 'You send (simulated)' : 'You receive (simulated)',
    value: write(name, sum < 0n ? -sum : sum, chain),
    form: 'sum',
  }))
  if (rows.length === 0) rows.push({ label: 'Simulated result', value: 'Nothing of yours moves' })
  for (const value of permissions.values()) if (value) rows.push({ label: 'Others could take', value, tone: 'warning' })
  return rows
}

function write(name: string, sum: bigint, chain: FrameChain): string {
  const [address = '', id] = name.split(' ')
  // Written as in the rows above, so that the two can be compared.
  const shown = checksummed(address)
  if (id === '*') return `Every item of ${shown}`
  if (id !== undefined) return `Item ${id} of ${shown}`
  if (address === coin) return `${writeAmount(sum, chain.nativeCurrency.decimals)} ${chain.nativeCurrency.symbol}`
  const { name: symbol, amount } = tokenWords(address, chain)
  return symbol === unknownToken ? `${amount(sum)} of ${shown}` : amount(sum)
}

function unlimited(address: string, chain: FrameChain): string {
  const { name } = tokenWords(address, chain)
  return `Unlimited ${name === unknownToken ? checksummed(address) : name}`
}
