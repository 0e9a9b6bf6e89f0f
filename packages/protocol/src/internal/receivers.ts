/**
 * Writes an address so that two that mean the same are the same text: hexadecimal and Bech32 mean the same in either case, and an EVM
 * address with or without its prefix.
 *
 * @param address - The address.
 * @returns The text to compare.
 *
 * @example
 * import { toPlainAddress } from '@latchkey/protocol/internal/receivers'
 * toPlainAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8') // '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
 */
export function toPlainAddress(address: string): string {
  const lower = address.toLowerCase()
  if (/^(0x)?[\da-f]{40}$/.test(lower)) return `0x${lower.slice(-40)}`
  // A QR code holds Bech32 in capitals, which are its shortest form. Base58 means something else in another case.
  return prefix.test(lower) && address === address.toUpperCase() ? lower : address
}

/**
 * Finds the address that another one looks like: both begin and end with the same four characters, and are not the same. An attacker
 * makes such an address and has it stand in somebody's history, where it waits to be copied.
 *
 * @param address - The address to pay.
 * @param known - Addresses that the person knows: where they paid before, and their own.
 * @returns The one of `known` that it looks like; undefined where there is none, and where the address itself is known.
 *
 * @example
 * import { findLookAlike } from '@latchkey/protocol/internal/receivers'
 * const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
 * findLookAlike('0x7099aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa79c8', [friend]) // friend
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const plain = toPlainAddress(address)
  const all = known.map(toPlainAddress)
  return all.includes(plain) ? undefined : known[all.findIndex((each) => endsOf(each) === endsOf(plain))]
}

// What all addresses of a network begin with.
const prefix = /^(0x|[a-z]+1(?=[a-z\d]+$))/

// What is read at a glance. An eye takes a letter in another case for the same.
function endsOf(plain: string): string {
  const telling = plain.replace(prefix, '').toLowerCase()
  return telling.slice(0, 4) + telling.slice(-4)
}
