import { bech32 } from '@scure/base'

/** What an address of the Cosmos family says: whose chain it is of, and which account. */
export type CosmosAddress = { readonly prefix: string; readonly account: Uint8Array }

/**
 * Reads an address of any chain of the Cosmos family, its checksum included.
 *
 * @param value - Any text.
 * @returns The chain's prefix and the account's 20 bytes, or 32 for accounts that are no single key; `undefined` for everything else.
 * @see https://docs.cosmos.network/main/build/spec/addresses/bech32
 *
 * @example
 * import { readCosmosAddress } from '@latchkey/core/cosmos'
 * readCosmosAddress('cosmos1vl8xy7x7kgqedxwcqvvq4lmsq3gnp3aa0qtwl8')?.prefix // 'cosmos'
 */
export function readCosmosAddress(value: string): CosmosAddress | undefined {
  // Nodes compare addresses as text, so the capital form that bech32 allows is none here.
  if (value.length > 120 || value !== value.toLowerCase()) return undefined
  const decoded = bech32.decodeUnsafe(value, 120)
  const account = decoded && bech32.fromWordsUnsafe(decoded.words)
  if (!account || (account.length !== 20 && account.length !== 32)) return undefined
  return { prefix: decoded.prefix, account: Uint8Array.from(account) }
}
