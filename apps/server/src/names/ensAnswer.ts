import { ethereumCoinType, type NameRecord } from '@latchkey/protocol/namesApi'
import {
  decodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  namehash,
  parseAbi,
  zeroAddress,
} from 'viem'
import { Refusal } from '../platform/http/refusal.js'
import type { NameTables } from './createNameTables.js'
import { readName } from './readName.js'

const wildcardAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const addressAbi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
const textAbi = parseAbi(['function text(bytes32 node, string key) view returns (string)'])
const nameAbi = parseAbi(['function name(bytes32 node) view returns (string)'])
const profileAbi = [...addressAbi, ...coinAbi, ...textAbi, ...nameAbi]

/** ENS calls by another name what our names have. @see https://docs.ens.domains/ensip/5 */
const attributeOf: { readonly [key: string]: string } = { description: 'bio' }

/**
 * Answers a question that a wildcard resolver of ENS passes on: an address, a text, or the name of an address.
 *
 * @param question - The call of `resolve(bytes,bytes)`.
 * @param options - The names, and the zones of this server.
 * @returns What the resolver returns; an empty address or text where there is none.
 * @throws Refusal 400 for what is no such call.
 * @see https://docs.ens.domains/ensip/10
 */
export async function ensAnswer(
  question: Hex,
  { tables, zones }: { tables: Pick<NameTables, 'find' | 'reverse'>; zones: readonly string[] },
): Promise<Hex> {
  const [wire, data] = read(() => decodeFunctionData({ abi: wildcardAbi, data: question }).args)
  const labels = labelsOf(hexToBytes(wire))
  const text = labels.join('.')
  const asked = read(() => decodeFunctionData({ abi: profileAbi, data }))
  if (asked.args[0] !== namehash(text)) throw unreadable()
  if (asked.functionName === 'name') {
    const [address = '', ...rest] = labels
    const isReverse = rest.join('.') === 'addr.reverse' && isAddress(`0x${address}`, { strict: false })
    const [found] = isReverse ? await tables.reverse(`0x${address}`.toLowerCase(), [ethereumCoinType]) : []
    return encodeFunctionResult({ abi: nameAbi, result: found?.name ?? '' })
  }
  const record = await find(text)
  if (asked.functionName === 'text') {
    const [, key] = asked.args
    return encodeFunctionResult({ abi: textAbi, result: record?.attributes[attributeOf[key] ?? key] ?? '' })
  }
  const [, coin] = asked.args
  const address = record?.addresses[String(coin ?? ethereumCoinType)]?.address
  if (coin !== undefined)
    return encodeFunctionResult({ abi: coinAbi, result: (address?.toLowerCase() as Hex | undefined) ?? '0x' })
  return encodeFunctionResult({ abi: addressAbi, result: address === undefined ? zeroAddress : getAddress(address) })

  async function find(name: string): Promise<NameRecord | undefined> {
    // Only the name that clients normalize to is one: others of the same letters have another node.
    const known = readName(name, zones)
    return known?.name === name ? tables.find(name) : undefined
  }
}

/** The labels of a name in the form of DNS. */
function labelsOf(wire: Uint8Array): string[] {
  const labels: string[] = []
  let at = 0
  for (;;) {
    const length = wire[at]
    if (length === undefined || wire.length > 255) throw unreadable()
    if (length === 0) break
    const label = Buffer.from(wire.subarray(at + 1, at + 1 + length)).toString('utf8')
    // A dot inside would read as another name.
    if (label.includes('.') || at + 1 + length >= wire.length) throw unreadable()
    labels.push(label)
    at += 1 + length
  }
  if (at !== wire.length - 1 || labels.length === 0) throw unreadable()
  return labels
}

function read<T>(decode: () => T): T {
  try {
    return decode()
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): Refusal {
  return new Refusal(400, 'data', 'data is a call of resolve(bytes,bytes) with addr, text or name in it', { cause })
}
