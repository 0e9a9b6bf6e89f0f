import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { FrameChain } from '../types.js'
import type { ChainClient } from './createChainClient.js'

const unknownOutcome = ['RPC_TIMEOUT', 'RPC_UNREACHABLE', 'RPC_BAD_ANSWER', 'RATE_LIMITED'] as const
const pauses = [0, 500, 2_000, 5_000] as const

/** Returns the hash that a signed transaction has. */
export function hashOfSigned(signed: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(signed.slice(2))))}`
}

/**
 * Sends a signed transaction. Where the outcome is unknown, the very same bytes are sent again and never others, so that
 * however often it is tried, one transaction at most goes through.
 *
 * @param client - The client.
 * @param chain - The chain.
 * @param signed - The signed transaction as 0x hex.
 * @returns Its hash.
 * @throws LatchkeyError with what the node refused it for; or with why it could not be reached, when nothing tells that it arrived.
 */
export async function broadcast(client: ChainClient, chain: FrameChain, signed: string): Promise<string> {
  const hash = hashOfSigned(signed)
  const isKnown = async () => {
    try {
      return (await client.call(chain, 'eth_getTransactionByHash', [hash])) !== null
    } catch {
      return false
    }
  }
  let last: unknown
  for (const pause of pauses) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      await client.call(chain, 'eth_sendRawTransaction', [signed])
      return hash
    } catch (error) {
      last = error
      // “Already known” and “nonce too low” both tell of a transaction with this number; ours if its hash is there.
      if (isLatchkeyError(error, 'NONCE_TOO_LOW')) {
        if (/already (known|imported)/i.test(error.details ?? '') || (await isKnown())) return hash
        throw error
      }
      if (!unknownOutcome.some((code) => isLatchkeyError(error, code))) throw error
      if (await isKnown()) return hash
    }
  }
  throw isLatchkeyError(last)
    ? new LatchkeyError(
        last.code,
        'The network could not be reached, and it is not known whether the transaction arrived. Look at your account before you send again.',
        { cause: last },
      )
    : last
}
