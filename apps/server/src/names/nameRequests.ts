import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an EVM address'))
const coinType = z.int().check(z.nonnegative(), z.maximum(0xffffffff))
const name = z.string().check(z.minLength(1), z.maxLength(255))
const signature = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/, 'must be hex'), z.maxLength(16_384))
const message = z.string().check(z.minLength(2), z.maxLength(4_096))
const attributes = z.record(z.string(), z.string())

/** Body of `POST /v1/profile/account`. */
export const registration = z.object({ message, signature, coin_type: coinType, address })
/** Body of `POST /v1/profile/account/{name}/attributes`, `…/address` and `…/release`. */
export const signedChange = z.object({ message, signature })
/** Body of `POST /v1/profile/message`. */
export const messageRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('register'), name, address, coin_type: coinType, attributes: z.optional(attributes) }),
  z.object({ action: z.literal('attributes'), name, attributes }),
  z.object({ action: z.literal('address'), name, address, coin_type: coinType }),
  z.object({ action: z.literal('release'), name }),
])
/** The text that stock clients sign to register. */
export const plainMessage = z.strictObject({ name, attributes: z.optional(attributes), timestamp: z.int() })
/** The text that accounts sign on this server. */
export const madeMessage = z.object({
  name,
  action: z.enum(['register', 'attributes', 'address', 'release']),
  attributes: z.optional(attributes),
  address: z.optional(address),
  coin_type: z.optional(coinType),
  nonce: z.string(),
})
/** The text that accounts sign on this server. */
export type MadeMessage = z.infer<typeof madeMessage>
