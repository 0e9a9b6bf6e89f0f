import * as z from 'zod/mini'
import { type ChainId, isChainId } from './caip.js'
import { cleanName } from './text.js'

const chainId = z.custom<ChainId>(isChainId, 'not a CAIP-2 chain id')
const name = z.string().check(z.overwrite((text) => cleanName(text, 255)))

/** Answer of `GET /v1/identity/{address}`; `resolvedAt` in milliseconds since 1970. */
export const identity = z.object({
  name: z.nullable(name),
  avatar: z.nullable(z.string()),
  resolvedAt: z.optional(z.number()),
})
/** Answer of `GET /v1/identity/{address}`. */
export type Identity = z.infer<typeof identity>

const picture = z.object({ url: z.string(), content_type: z.optional(z.nullable(z.string())) })

/** What one transaction moved to or from an account: a fungible token or a collectible. */
export const historyTransfer = z.object({
  fungible_info: z.optional(
    z.nullable(
      z.object({
        name: z.optional(z.nullable(name)),
        symbol: z.optional(z.nullable(name)),
        icon: z.optional(z.nullable(z.object({ url: z.string() }))),
      }),
    ),
  ),
  nft_info: z.optional(
    z.nullable(
      z.object({
        name: z.optional(z.nullable(name)),
        content: z.optional(z.nullable(z.object({ preview: z.optional(picture), detail: z.optional(picture) }))),
        flags: z.catch(z.object({ is_spam: z.boolean() }), { is_spam: false }),
      }),
    ),
  ),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: z.string() }),
  value: z.optional(z.nullable(z.number())),
  price: z.optional(z.nullable(z.number())),
})
/** What one transaction moved to or from an account. */
export type HistoryTransfer = z.infer<typeof historyTransfer>

/** One transaction of an account; `minedAt` is ISO 8601, `operationType` an open list of words such as `send` and `mint`. */
export const historyEntry = z.object({
  id: z.string(),
  metadata: z.object({
    operationType: z.string(),
    hash: z.string(),
    minedAt: z.string(),
    sentFrom: z.string(),
    sentTo: z.string(),
    status: z.enum(['confirmed', 'failed', 'pending']),
    nonce: z.number(),
    chain: z.nullable(chainId),
  }),
  // Some services write null here; the transaction is still worth showing.
  transfers: z.catch(z.array(historyTransfer), []),
})
/** One transaction of an account. */
export type HistoryEntry = z.infer<typeof historyEntry>

/** Answer of `GET /v1/account/{address}/history`; `next` is the cursor of the page after it, if there is one. */
export const history = z.object({
  data: z.array(historyEntry),
  next: z.optional(z.nullable(z.string())),
})
/** Answer of `GET /v1/account/{address}/history`. */
export type History = z.infer<typeof history>
