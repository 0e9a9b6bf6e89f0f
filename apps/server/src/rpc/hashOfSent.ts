import { type ChainId, parseChainId } from '@latchkey/protocol/caip'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { keccak256 } from 'viem'

/** The hash by which a transaction can be looked for that was sent to a node which never answered; nothing if invalid. */
export function hashOfSent(chainId: ChainId, params: unknown): string | undefined {
  const [transaction, options] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof transaction !== 'string') return undefined
  const { namespace } = parseChainId(chainId)
  if (namespace === 'solana') return firstSignature(transaction, options)
  if (!/^0x([0-9a-fA-F]{2})+$/.test(transaction)) return undefined
  if (namespace === 'eip155') return keccak256(transaction as `0x${string}`)
  return `0x${bytesToHex(blake2b(hexToBytes(transaction.slice(2)), { dkLen: 32 }))}`
}

/** A transaction of Solana is known by the first of its signatures, which stand at its beginning after their number. */
function firstSignature(transaction: string, options: unknown): string | undefined {
  const { encoding } = (typeof options === 'object' && options !== null ? options : {}) as { encoding?: unknown }
  try {
    const bytes = (encoding === 'base64' ? base64 : base58).decode(transaction)
    return bytes[0] === 0 || bytes.length < 65 ? undefined : base58.encode(bytes.slice(1, 65))
  } catch {
    return undefined
  }
}
