import * as z from 'zod/mini'

/** The coin type of Ethereum (SLIP-44), which ENS takes for an address of no other chain. */
export const ethereumCoinType = 60
/** How many characters the first label of a name has at least. */
export const shortestName = 4
/** How many characters the first label of a name has at most. */
export const longestName = 63
/** How long a text to sign may be used, in milliseconds. */
export const nameMessageLife = 300_000

const seconds = z.number()

/** A name of the operator's service, and what it leads to. Times of the short fields in seconds since 1970. */
export const nameRecord = z.object({
  name: z.string(),
  registered: z.optional(seconds),
  updated: z.optional(z.nullable(seconds)),
  registered_at: z.string(),
  updated_at: z.optional(z.nullable(z.string())),
  attributes: z.record(z.string(), z.string()),
  addresses: z.record(
    z.string(),
    z.object({ address: z.string(), created: z.optional(seconds), created_at: z.string() }),
  ),
})
/** A name of the operator's service, and what it leads to. */
export type NameRecord = z.infer<typeof nameRecord>

/** Answer of `GET /v1/profile/reverse/{address}`, the oldest first. */
export const nameRecords = z.array(nameRecord)

/** Answer of `GET /v1/profile/suggestions/{name}`: the asked name first. */
export const nameSuggestions = z.object({
  suggestions: z.array(z.object({ name: z.string(), registered: z.boolean() })),
})
/** Answer of `GET /v1/profile/suggestions/{name}`. */
export type NameSuggestions = z.infer<typeof nameSuggestions>

/** Answer of `POST /v1/profile/message`: the text to sign, and until when it counts, in seconds since 1970. */
export const nameMessage = z.object({ name: z.string(), message: z.string(), expires: seconds })
/** Answer of `POST /v1/profile/message`. */
export type NameMessage = z.infer<typeof nameMessage>

/**
 * Returns the coin type that ENS has for an EVM chain.
 *
 * @param chainId - The number of the chain.
 * @returns The coin type; undefined for what is no chain below 2³¹.
 * @see https://docs.ens.domains/ensip/11
 *
 * @example
 * import { coinTypeOf } from '@latchkey/protocol/namesApi'
 * coinTypeOf(1) // 2147483649
 */
export function coinTypeOf(chainId: number): number | undefined {
  return Number.isInteger(chainId) && chainId > 0 && chainId < 0x80000000 ? (0x80000000 | chainId) >>> 0 : undefined
}

/**
 * Returns what is wrong with the first label of a name, as far as its form goes.
 *
 * @param label - What a person typed.
 * @returns Nothing where it may be asked for.
 *
 * @example
 * import { nameFault } from '@latchkey/protocol/namesApi'
 * nameFault('abc') // 'short'
 */
export function nameFault(label: string): 'short' | 'long' | 'characters' | undefined {
  if (!/^[a-zA-Z0-9-]*$/.test(label)) return 'characters'
  if (label.length < shortestName) return 'short'
  return label.length > longestName ? 'long' : undefined
}
