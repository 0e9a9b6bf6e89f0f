import { type ChainId, isChainId, type Namespace, parseChainId } from '@latchkey/protocol/caip'
import { isSolanaAddress } from '@latchkey/protocol/internal/solana'
import * as z from 'zod'

const address = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)])
/** How a family writes the address of a token; a family without an entry has none here. */
const isToken: { readonly [namespace in Namespace]?: (text: string) => boolean } = {
  eip155: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
  solana: isSolanaAddress,
}
const price = z.number().nonnegative().finite()
const httpUrl = z.url({ protocol: /^https?$/ })
const wsUrl = z.url({ protocol: /^wss?$/ })

const chainToken = z.object({
  address: z.string().min(1).max(128),
  name: z.string().min(1).max(100),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(255),
  iconUrl: z.url().optional(),
  price: price.optional(),
})

const chain = z
  .object({
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
    /** Of the native coin on a chain that counts several, such as `uatom`. */
    denom: z
      .string()
      .regex(/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/)
      .optional(),
    /**
     * Whether the history of accounts is served. On EVM chains transactions are indexed into the database, all of them or those from one
     * block on, with what contracts pay where a node traces, unless `traces` is false; other families' nodes are asked.
     */
    history: z
      .union([z.boolean(), z.object({ from: z.int().min(0).optional(), traces: z.boolean().optional() })])
      .optional(),
  })
  .superRefine(({ caip2, multicall3, tokens, history }, context) => {
    // Invalid ids were refused already.
    if (!isChainId(caip2)) return
    const { namespace } = parseChainId(caip2)
    if (multicall3 !== undefined && namespace !== 'eip155')
      context.addIssue({ code: 'custom', path: ['multicall3'], message: 'only a chain of eip155 has this contract' })
    if (history && namespace === 'polkadot')
      context.addIssue({ code: 'custom', path: ['history'], message: 'no node of polkadot tells what an account did' })
    if (typeof history === 'object' && namespace !== 'eip155')
      context.addIssue({ code: 'custom', path: ['history'], message: 'only the blocks of eip155 are read' })
    for (const [at, token] of tokens.entries()) {
      if (isToken[namespace]?.(token.address) !== true)
        context.addIssue({
          code: 'custom',
          path: ['tokens', at, 'address'],
          message: `no token address of ${namespace}`,
        })
    }
  })

/** The schema of the list of chains that an operator gives. */
export const chainList = z
  .array(chain)
  .min(1)
  .refine((list) => new Set(list.map((one) => one.caip2)).size === list.length, 'a chain is listed twice')

/** A token whose balance and price the server knows; `price` is in US dollars. */
export type ChainToken = z.output<typeof chainToken>

/**
 * A chain that the server offers, with its upstream nodes in order of preference; prices are in US dollars. `rpc` is a JSON-RPC
 * node, or the base of the REST API that the family's nodes speak.
 */
export type Chain = z.output<typeof chain>

/** A chain as an operator writes it: the token list may be left out. */
export type ChainInput = z.input<typeof chain>
