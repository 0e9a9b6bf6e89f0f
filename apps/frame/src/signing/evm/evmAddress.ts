import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Writes an EVM address with its checksum.
 *
 * @param address - 40 hex digits with `0x`, in whatever case.
 * @returns The address as EIP-55 writes it.
 * @see https://eips.ethereum.org/EIPS/eip-55
 */
export function checksummed(address: string): string {
  const plain = address.slice(2).toLowerCase()
  const check = bytesToHex(keccak_256(utf8ToBytes(plain)))
  const write = (digit: string, at: number) => (Number.parseInt(check[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)
  return `0x${plain.replace(/[a-f]/g, write)}`
}

/**
 * Reads an EVM address: a checksum that is there must be right.
 *
 * @param text - The address.
 * @returns With checksum, or undefined when it is invalid or its checksum is wrong.
 */
export function readChecksum(text: string): string | undefined {
  if (!/^0x[\da-fA-F]{40}$/.test(text)) return undefined
  const right = checksummed(text)
  const digits = text.slice(2)
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return hasOneCase || right === text ? right : undefined
}

/**
 * Returns whether two addresses are the same.
 *
 * @param a - One.
 * @param b - The other.
 * @returns True without regard to case.
 */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
