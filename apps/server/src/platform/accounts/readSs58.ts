import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'

const checksumWord = new TextEncoder().encode('SS58PRE')

/**
 * Reads an SS58 address of an account of 32 bytes.
 *
 * @param text - Anything.
 * @returns The public key and the network's prefix, or nothing if it is no such address or its checksum is wrong.
 * @see https://docs.polkadot.com/reference/glossary/#ss58
 */
export function readSs58(text: string): { publicKey: Uint8Array; prefix: number } | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(text)) return undefined
  const bytes = base58.decode(text)
  const [first = 0, second = 0] = bytes
  const prefixLength = first < 64 ? 1 : 2
  if (first > 127 || bytes.length !== prefixLength + 34) return undefined
  const prefix = first < 64 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  const body = bytes.slice(0, -2)
  const checksum = blake2b(new Uint8Array([...checksumWord, ...body]), { dkLen: 64 })
  if (checksum[0] !== bytes.at(-2) || checksum[1] !== bytes.at(-1)) return undefined
  return { publicKey: body.slice(prefixLength), prefix }
}
