import type { AddressKind } from '@latchkey/protocol/internal/bitcoin'

/**
 * The most that a coin with an inscription in it usually holds, in satoshi. Those that send inscriptions give them 330, 546 or, as
 * the reference client does, up to 10,000.
 */
const postage = 10_000n

/**
 * Whether a coin may carry an inscription. Only an index of all inscriptions knows for certain, and no node keeps one; so small
 * coins are kept where wallets keep inscriptions, which is at their Taproot addresses.
 */
export function mayBeInscribed(kind: AddressKind, value: bigint): boolean {
  return kind === 'p2tr' && value <= postage
}
