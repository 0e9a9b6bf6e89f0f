import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { LatchkeyError } from '../../errors.js'

/** A decoded SS58 address: the public key and the chain prefix. */
export type Ss58Address = { readonly publicKey: Uint8Array; readonly prefix: number }

const mark = new TextEncoder().encode('SS58PRE')

/**
 * Reads an SS58 address of a 32-byte account, its checksum included; the same key has one for every chain.
 *
 * @param value - Any text.
 * @returns The key and the chain's prefix; `undefined` for everything else.
 * @see https://docs.polkadot.com/polkadot-protocol/basics/accounts/#address-formats
 *
 * @example
 * import { readSs58 } from '@latchkey/protocol/internal/polkadot'
 * readSs58('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')?.prefix // 0
 */
export function readSs58(value: string): Ss58Address | undefined {
  if (value.length < 46 || value.length > 50) return undefined
  const bytes = decode(value)
  const [first = 255, second = 0] = bytes
  // Two bytes hold a prefix of 14 bits, its middle ones first.
  const size = first < 64 ? 1 : 2
  if (first > 127 || bytes.length !== size + 34) return undefined
  const body = bytes.subarray(0, size + 32)
  if (checksum(body).some((byte, index) => byte !== bytes[size + 32 + index])) return undefined
  const prefix = size === 1 ? first : ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8)
  return { publicKey: body.subarray(size), prefix }
}

/**
 * Writes the address of the same account for another chain.
 *
 * @param address - An SS58 address of any chain.
 * @param prefix - The chain's prefix: 0 for Polkadot, 2 for Kusama, 42 where none is set.
 * @returns The SS58 address.
 * @throws LatchkeyError INVALID_ADDRESS when the text is no address or the prefix is out of range.
 *
 * @example
 * import { toSs58 } from '@latchkey/protocol/internal/polkadot'
 * toSs58('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 0)
 */
export function toSs58(address: string, prefix: number): string {
  const read = readSs58(address)
  if (!read)
    throw new LatchkeyError('INVALID_ADDRESS', 'This is not a Polkadot address. Compare it character by character.')
  return writeSs58(read.publicKey, prefix)
}

/**
 * Writes the address of a 32-byte account.
 *
 * @param publicKey - The account's 32 bytes.
 * @param prefix - The chain's prefix.
 * @returns The SS58 address.
 * @throws LatchkeyError INVALID_ADDRESS when the prefix is out of range.
 *
 * @example
 * import { writeSs58 } from '@latchkey/protocol/internal/polkadot'
 * writeSs58(new Uint8Array(32), 0)
 */
export function writeSs58(publicKey: Uint8Array, prefix: number): string {
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > 16_383)
    throw new LatchkeyError('INVALID_ADDRESS', 'A network’s address prefix is a whole number from 0 to 16383.')
  const head = prefix < 64 ? [prefix] : [((prefix >> 2) & 63) | 64, (prefix >> 8) | ((prefix & 3) << 6)]
  const body = Uint8Array.of(...head, ...publicKey)
  return base58.encode(Uint8Array.of(...body, ...checksum(body)))
}

function checksum(body: Uint8Array): Uint8Array {
  return blake2b(Uint8Array.of(...mark, ...body)).subarray(0, 2)
}

function decode(value: string): Uint8Array {
  try {
    return base58.decode(value)
  } catch {
    return new Uint8Array()
  }
}
