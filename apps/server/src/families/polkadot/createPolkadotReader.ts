import { readSs58 } from '@latchkey/protocol/internal/polkadot'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ChainReader } from '../../platform/upstream/chainReader.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'

/** Where the map `System.Account` begins: the 128-bit xxHash of both names. */
const systemAccount = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** A nonce and three counters of four bytes stand before the free balance. */
const freeAt = 16
const freeLength = 16

/**
 * Creates the reader of balances of a Substrate chain: the free balance of an account, from the chain's storage.
 *
 * @param options - The nodes.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://wiki.polkadot.com/learn/learn-accounts/
 */
export function createPolkadotReader({ nodes }: { nodes: FamilyNodes }): ChainReader {
  return async (chain, address) => {
    const key = readSs58(address)?.publicKey
    if (key === undefined) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: false, details: 'No SS58 address.' })
    const storageKey = `${systemAccount}${bytesToHex(blake2b(key, { dkLen: 16 }))}${bytesToHex(key)}`
    const answer = await nodes.read(chain.caip2, { method: 'state_getStorage', params: [storageKey] })
    // An account that holds nothing is not kept by the chain at all.
    if (answer.ok && answer.result === null) return { native: 0n, tokens: new Map() }
    return { native: freeBalance(answer.ok ? answer.result : undefined), tokens: new Map() }
  }
}

function freeBalance(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{64,4096}$/.test(value))
    throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The account has another shape.' })
  const littleEndian = hexToBytes(value.slice(2 + 2 * freeAt, 2 + 2 * (freeAt + freeLength)))
  return BigInt(`0x${bytesToHex(littleEndian.reverse())}`)
}
