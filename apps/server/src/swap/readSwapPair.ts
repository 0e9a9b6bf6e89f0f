import { isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import type { Chain } from '../platform/chains/chain.js'
import { Refusal } from '../platform/http/refusal.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Swaps } from './createSwaps.js'
import type { Address, SwapPort } from './swapPort.js'

/** A token on a chain that has swaps. */
export type SwapSide = { chain: Chain; port: SwapPort; address: Address }

/** Returns the chain with its swaps, or refuses with 400. */
export function readSwapChain(chainId: string | undefined, gate: Gate, swaps: Swaps): Omit<SwapSide, 'address'> {
  const chain = gate.chain(chainId)
  const port = swaps.get(chain)
  if (port === undefined)
    throw new Refusal(400, 'chainId', `Swaps are not offered on ${chain.caip2}`, { code: 'CHAINS_NOT_SUPPORTED' })
  return { chain, port }
}

/** Reads the CAIP-10 id of a token of a chain that has swaps. */
export function readSwapToken(field: string, text: string | undefined, gate: Gate, swaps: Swaps): SwapSide {
  const { chainId, address } = parse(field, text)
  return { ...readSwapChain(chainId, gate, swaps), address }
}

/** Reads two different tokens of one chain. */
export function readSwapPair(
  given: { from: string | undefined; to: string | undefined },
  gate: Gate,
  swaps: Swaps,
): Omit<SwapSide, 'address'> & { from: Address; to: Address } {
  const { chainId, address: to } = parse('to', given.to)
  const { chain, port, address: from } = readSwapToken('from', given.from, gate, swaps)
  if (chain.caip2 !== chainId) throw new Refusal(400, 'to', 'Both tokens must be on one chain')
  if (from === to) throw new Refusal(400, 'to', 'A token cannot be swapped for itself')
  return { chain, port, from, to }
}

/** Reads an account of the chain, written as CAIP-10. */
export function readSwapUser(text: string | undefined, chain: Chain): Address {
  const { chainId, address } = parse('userAddress', text)
  if (chainId !== chain.caip2) throw new Refusal(400, 'userAddress', 'userAddress is on another chain than the token')
  return address
}

/** Reads an account as quotes name it, which is the plain address; CAIP-10 is taken too. */
export function readQuoteUser(text: string | undefined, chain: Chain): Address | undefined {
  if (text === undefined || text === '') return undefined
  return readSwapUser(isAccountId(text) ? text : `${chain.caip2}:${text}`, chain)
}

/** Reads an amount in base units. */
export function readAmount(text: string | undefined, least: bigint): bigint {
  const amount = text !== undefined && /^\d{1,78}$/.test(text) ? BigInt(text) : -1n
  if (amount >= least && amount < 1n << 256n) return amount
  throw new Refusal(400, 'amount', `amount must be a whole number of base units${least === 0n ? '' : ' above 0'}`)
}

function parse(field: string, text: string | undefined): { chainId: string; address: Address } {
  if (!isAccountId(text)) throw new Refusal(400, field, `${field} must be a CAIP-10 id`)
  const { chainId, namespace, address } = parseAccountId(text)
  // Another family has no swaps, which is clearer than 'Invalid EVM address'.
  if (namespace === 'eip155' && !/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new Refusal(400, field, `${field} has no address of an EVM chain`)
  return { chainId, address: address.toLowerCase() as Address }
}
