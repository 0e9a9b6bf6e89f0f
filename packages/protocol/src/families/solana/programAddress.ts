import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'

const marker = new TextEncoder().encode('ProgramDerivedAddress')

/**
 * Finds the address at which a program keeps what belongs to some seeds: the first that nobody can have a key for.
 *
 * @param program - The program's address.
 * @param seeds - Up to 15, each of at most 32 bytes.
 * @returns The address.
 * @see https://solana.com/docs/core/pda
 *
 * @example
 * import { findProgramAddress } from '@latchkey/protocol/internal/solanaProgramAddress'
 * const program = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
 * const address = findProgramAddress(program, [new TextEncoder().encode('metadata')])
 */
export function findProgramAddress(program: string, seeds: readonly Uint8Array[]): string {
  const tail = [base58.decode(program), marker]
  for (let bump = 255; bump >= 0; bump--) {
    const parts = [...seeds, Uint8Array.of(bump), ...tail]
    const hash = sha256(Uint8Array.from(parts.flatMap((part) => [...part])))
    if (!isPoint(hash)) return base58.encode(hash)
  }
  throw new RangeError('These seeds have no address')
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
