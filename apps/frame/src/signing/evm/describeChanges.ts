import type { SimulatedCalls } from '../../chains/simulateCalls.js'
import type { ApprovalRow, FrameChain } from '../../types.js'
import { isUnlimited, writeAmount } from '../amounts.js'
import { tokenWords, unknownToken } from './describeCall.js'
import { checksummed } from './evmAddress.js'

// Events by the first bytes of their topic: tokens of the registry log only genuine ones.
const transfer = '0xddf252ad'
// ERC-1155: one item and how many of it, or a list of each.
const transferSingle = '0xc3d58168'
const transferBatch = '0x4a39dc06'
const approval = '0x8c5be1e5'
const approvalForAll = '0x17307eab'
/** The placeholder contract of the native coin in nodes' logs. */
const coin = `0x${'e'.repeat(40)}`

/**
 * Describes what an account would have less and more of, and what others could take from it afterwards. A token of the registry cannot
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
    const [kind = '', ...places] = topics.map((topic) => topic.toLowerCase())
    const items = readItems(kind, data)
    // ERC-1155 says first who asked for it.
    const [from = '', to = '', id] = items ? places.slice(1) : places
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
    if (isFrom === isTo) continue
    for (const [item, count] of items ?? (kind.startsWith(transfer) ? [[name, amount] as const] : [])) {
      const key = items ? `${token} ${item}` : name
      sums.set(key, (sums.get(key) ?? 0n) + (isTo ? count : -count))
    }
  }
  const moved = [...sums].filter(([, sum]) => sum !== 0n).sort(([, one], [, two]) => (one < two ? -1 : 1))
  const rows: ApprovalRow[] = moved.map(([name, sum]) => ({
    label: sum < 0n ? 'You send (simulated)' : 'You receive (simulated)',
    value: write(name, sum < 0n ? -sum : sum, chain),
    form: 'sum',
    change: sum < 0n ? 'out' : 'in',
  }))
  if (rows.length === 0) rows.push({ label: 'Simulated result', value: 'Nothing of yours moves' })
  for (const value of permissions.values()) if (value) rows.push({ label: 'Others could take', value, tone: 'warning' })
  return rows
}

/**
 * The items that an event of ERC-1155 tells of, and how many of each; nothing for another event. A contract that encodes its lists
 * in another way than compilers do could as well be silent.
 */
function readItems(kind: string, data: string): (readonly [id: bigint, count: bigint])[] | undefined {
  const words = (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  const [first = 0n, second = 0n, length = 0n, ...rest] = words
  if (kind.startsWith(transferSingle)) return [[first, second]]
  if (!kind.startsWith(transferBatch)) return undefined
  const size = Number(length)
  return rest.slice(0, size).map((id, at) => [id, rest[size + 1 + at] ?? 0n])
}

function write(name: string, sum: bigint, chain: FrameChain): string {
  const [address = '', id] = name.split(' ')
  // Written as in the rows above, so that the two can be compared.
  const shown = checksummed(address)
  if (id === '*') return `Every item of ${shown}`
  if (id !== undefined) return `${sum > 1n ? `${sum} × ` : ''}Item ${id} of ${shown}`
  if (address === coin) return `${writeAmount(sum, chain.nativeCurrency.decimals)} ${chain.nativeCurrency.symbol}`
  const { name: symbol, amount } = tokenWords(address, chain)
  return symbol === unknownToken ? `${amount(sum)} of ${shown}` : amount(sum)
}

function unlimited(address: string, chain: FrameChain): string {
  const { name } = tokenWords(address, chain)
  return `Unlimited ${name === unknownToken ? checksummed(address) : name}`
}
