import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

const preimage = utf8ToBytes('SS58PRE')

/**
 * Writes a public key of 32 bytes as an address.
 *
 * @param prefix - The network, 0 to 63.
 * @see https://docs.substrate.io/reference/address-formats/
 */
export function encodeSs58(publicKey: Uint8Array, prefix: number): string {
  const body = concatBytes(Uint8Array.of(prefix), publicKey)
  return base58.encode(concatBytes(body, checksum(body)))
}

/** Reads the public key of an address of any network; nothing when it is no address of 32 bytes, or is misspelt. */
export function decodeSs58(address: string): Uint8Array | undefined {
  let bytes: Uint8Array
  try {
    bytes = base58.decode(address)
  } catch {
    return undefined
  }
  // From prefix 64 on it takes two bytes, the first of them with this bit.
  const prefixLength = (bytes[0] ?? 0) & 0x40 ? 2 : 1
  if (bytes.length !== prefixLength + 34) return undefined
  const body = bytes.subarray(0, -2)
  const [first, second] = checksum(body)
  return bytes.at(-2) === first && bytes.at(-1) === second ? body.slice(prefixLength) : undefined
}

function checksum(body: Uint8Array): Uint8Array {
  return blake2b(concatBytes(preimage, body)).slice(0, 2)
}
