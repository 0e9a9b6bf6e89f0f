import type { ReadContext } from '@latchkey/core'
import { nativeBalance } from '@latchkey/core/family'
import type { TokenBalance } from '@latchkey/protocol/api'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { readSs58 } from '@latchkey/protocol/internal/polkadot'
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import { callNode, refuseOtherChain } from './callNode.js'

/** Where `System.Account` stands in the state: the 128-bit xxHash of both names. */
const systemAccount = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** Four counters of 4 bytes stand before the free balance, a little-endian number of 16. */
const freeAt = 16
/** Free, reserved, frozen and flags follow the counters. */
const accountSize = 80

/** The free balance in planck; the same for every way to write the address. */
export async function getBalance(context: ReadContext, address: string): Promise<bigint> {
  const account = readSs58(address)
  if (!account)
    throw new LatchkeyError('INVALID_ADDRESS', 'This is not a Polkadot address. Compare it character by character.')
  const hashed = hex.encode(blake2b(account.publicKey, { dkLen: 16 }))
  const key = `0x${systemAccount}${hashed}${hex.encode(account.publicKey)}`
  const [stored] = await Promise.all([callNode(context, 'state_getStorage', [key]), refuseOtherChain(context)])
  // An account that holds nothing is not stored.
  if (stored === null) return 0n
  if (typeof stored !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(stored) || stored.length < 2 + 2 * accountSize) {
    throw new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.', {
      details: `state_getStorage: ${String(stored).slice(0, 200)}`,
    })
  }
  const bytes = hex.decode(stored.slice(2).toLowerCase())
  const free = bytes.subarray(freeAt, freeAt + 16).reverse()
  return BigInt(`0x${hex.encode(free)}`)
}

/** The native coin alone: assets of other chains of the family have each their own place in the state. */
export async function getBalances(context: ReadContext, address: string): Promise<readonly TokenBalance[]> {
  return [nativeBalance(context.chain, await getBalance(context, address))]
}
