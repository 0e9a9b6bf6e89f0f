import * as z from 'zod/mini'
import { type AccountId, type ChainId, isAccountId, isChainId } from './caip.js'
import { cleanName } from './internal/text.js'

const chainId = z.custom<ChainId>(isChainId, 'not a CAIP-2 chain id')
const tokenId = z.custom<AccountId>(isAccountId, 'not a CAIP-10 id')
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

/** A purchase has words of its own for how far it is. */
function statusOf(given: unknown): unknown {
  const [, word] = /^ONRAMP_TRANSACTION_STATUS_(\w+)$/.exec(String(given)) ?? []
  if (word === undefined) return given
  return word === 'SUCCESS' ? 'confirmed' : word === 'FAILED' ? 'failed' : 'pending'
}

/** What one transaction moved to or from an account: a fungible token or a collectible. */
export const historyTransfer = z.object({
  fungible_info: z.optional(
    z.nullable(
      z.object({
        name: z.optional(z.nullable(name)),
        symbol: z.optional(z.nullable(name)),
        icon: z.optional(z.nullable(z.object({ url: z.string() }))),
        /** The CAIP-10 id of the token, null for the coin of the chain; absent where the service does not tell it. */
        address: z.catch(z.optional(z.nullable(tokenId)), undefined),
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

/**
 * One transaction of an account; `minedAt` is ISO 8601, `operationType` an open list of words such as `send` and `mint`, `fee` what the
 * account paid for it in the chain's coin, where that is known.
 */
export const historyEntry = z.object({
  id: z.string(),
  metadata: z.object({
    operationType: z.string(),
    hash: z.string(),
    minedAt: z.string(),
    sentFrom: z.string(),
    sentTo: z.string(),
    status: z.pipe(z.transform(statusOf), z.enum(['confirmed', 'failed', 'pending'])),
    nonce: z.number(),
    chain: z.nullable(chainId),
    fee: z.optional(z.nullable(z.string())),
  }),
  // Some services write null here; the transaction is still worth showing.
  transfers: z.catch(z.array(historyTransfer), []),
})
/** One transaction of an account. */
export type HistoryEntry = z.infer<typeof historyEntry>

/**
 * A collectible (ERC-721, ERC-1155, or Metaplex on Solana) that an account holds; addresses of EVM are checksummed, numbers are decimal
 * texts.
 */
export const collectible = z.object({
  chainId,
  /** On Solana the address of the item itself, which is its mint. */
  contract: z.string().check(z.regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)),
  /** Always `0` on Solana, where each item has an address of its own. */
  tokenId: z.string().check(z.regex(/^\d{1,78}$/)),
  standard: z.enum(['erc721', 'erc1155', 'metaplex']),
  /** How many the account has; always `1` of ERC-721 and Metaplex. */
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  /** What its author wrote; null until that is read, and where nothing can be had. */
  name: z.nullable(name),
  description: z.nullable(z.string().check(z.maxLength(2_000))),
  collection: z.object({ name, symbol: name }),
  /** The URL of its image at the data API. */
  image: z.nullable(z.string()),
  /** The page that its author names. */
  link: z.nullable(z.string()),
  isSpam: z.boolean(),
  /** True where no plain transfer moves it: one that is compressed, of Metaplex Core, programmable, or frozen. */
  isLocked: z.optional(z.boolean()),
})
/** A collectible that an account holds. */
export type Collectible = z.infer<typeof collectible>

/**
 * Answer of `GET /v1/account/{address}/collectibles`. `index` tells how far blocks are read: what a block beyond `read` moved is not
 * in `data` while it is `behind`; with `none` the server reads no blocks of this chain. On Solana nodes are asked, and `behind` says
 * that one which knows more did not answer.
 */
export const collectibles = z.object({
  data: z.array(collectible),
  next: z.optional(z.nullable(z.string())),
  index: z.object({
    state: z.enum(['current', 'behind', 'none']),
    read: z.optional(z.number()),
    head: z.optional(z.number()),
  }),
})
/** Answer of `GET /v1/account/{address}/collectibles`. */
export type Collectibles = z.infer<typeof collectibles>

/** Answer of `GET /v1/account/{address}/history`; `next` is the cursor of the page after it, if there is one. */
export const history = z.object({
  data: z.array(historyEntry),
  next: z.optional(z.nullable(z.string())),
})
/** Answer of `GET /v1/account/{address}/history`. */
export type History = z.infer<typeof history>
