import { type ChainId, isChainId } from '@latchkey/protocol/caip'
import * as z from 'zod'

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)])
const price = z.number().nonnegative().finite()
const httpUrl = z.url({ protocol: /^https?$/ })
const wsUrl = z.url({ protocol: /^wss?$/ })

const chainToken = z.object({
  address,
  name: z.string().min(1).max(100),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(255),
  iconUrl: z.url().optional(),
  price: price.optional(),
})

const chain = z.object({
  caip2: z.custom<ChainId>(isChainId, 'not a CAIP-2 chain id'),
  name: z.string().min(1).max(100),
  rpc: z.array(httpUrl).min(1).max(20),
  ws: z.array(wsUrl).max(20).optional(),
  nativeCurrency: z.object({
    name: z.string().min(1).max(100),
    symbol: z.string().min(1).max(32),
    decimals: z.int().min(0).max(255),
  }),
  multicall3: address.optional(),
  tokens: z.array(chainToken).max(500).default([]),
  nativePrice: price.optional(),
})

/** The schema of the list of chains that an operator gives. */
export const chainList = z
  .array(chain)
  .min(1)
  .refine((list) => new Set(list.map((one) => one.caip2)).size === list.length, 'a chain is listed twice')

/** A token whose balance and price the server knows; `price` is in US dollars. */
export type ChainToken = z.output<typeof chainToken>

/** A chain that the server offers, with its upstream nodes in order of preference; prices are in US dollars. */
export type Chain = z.output<typeof chain>

/** A chain as an operator writes it: the token list may be left out. */
export type ChainInput = z.input<typeof chain>
