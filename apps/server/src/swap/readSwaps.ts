import { readFileSync } from 'node:fs'
import { type ChainId, isChainId, parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'
import type { Chain } from '../platform/chains/chain.js'
import type { Address } from './swapPort.js'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
  .transform((text) => text.toLowerCase() as Address)

/** The private endpoint for signed swaps, and whether public nodes may replace it while it is down. */
const privateSending = z
  .strictObject({ rpc: z.url({ protocol: /^https?$/ }), fallback: z.boolean().default(false) })
  .optional()

const pools = z
  .strictObject({
    provider: z.literal('pools'),
    private: privateSending,
    /** The native coin as a token, as the router has it. */
    wrapped: address,
    /** The contract that swaps and that is approved: of v2 where only `v2` is named, else one with the calls of SwapRouter02. */
    router: address,
    /** Tokens that others are swapped through, besides the wrapped coin. */
    connectors: z.array(address).max(6).default([]),
    v2: z
      .strictObject({
        factory: address,
        /** What each pool keeps of what is paid in, in millionths. */
        fee: z.int().min(0).max(100_000).default(3_000),
      })
      .optional(),
    v3: z
      .strictObject({
        factory: address,
        quoter: address,
        /** What pools may keep of what is paid in, in millionths. */
        fees: z.array(z.int().min(1).max(999_999)).min(1).max(6).default([100, 500, 3_000, 10_000]),
      })
      .optional(),
  })
  .refine(({ v2, v3 }) => v2 !== undefined || v3 !== undefined, 'pools need v2, v3 or both')

/** By 1inch, through its contract or the one that is named. */
const oneInch = z.strictObject({ provider: z.literal('1inch'), private: privateSending, router: address.optional() })
/** By 0x, through its contract for allowances or the one that is named. */
const zeroX = z.strictObject({ provider: z.literal('0x'), private: privateSending, spender: address.optional() })
const setting = z.discriminatedUnion('provider', [pools, oneInch, zeroX])

/** How swaps of a chain are filled. */
export type SwapSetting = z.output<typeof setting>

/** How swaps are filled by pools that the chain's own nodes read. */
export type PoolSetting = z.output<typeof pools>

const schema = z.record(z.custom<ChainId>(isChainId, 'not a CAIP-2 chain id'), setting)

/**
 * Reads who fills swaps on which chain.
 *
 * @param given - JSON, the path of a JSON file, or nothing where swaps are offered on no chain.
 * @param chains - The chains of this server.
 * @returns The settings by chain.
 * @throws LatchkeyError INVALID_CONFIG that names the field at fault.
 *
 * @example
 * import { readSwaps } from './readSwaps.js'
 * readSwaps('/etc/latchkey/swaps.json', chains)
 */
export function readSwaps(given: string | undefined, chains: readonly Chain[]): ReadonlyMap<Chain, SwapSetting> {
  if (given === undefined) return new Map()
  const result = schema.safeParse(load(given))
  if (!result.success) throw unusable(z.prettifyError(result.error))
  const found = new Map<Chain, SwapSetting>()
  for (const [chainId, setting] of Object.entries(result.data)) {
    const chain = chains.find(({ caip2 }) => caip2 === chainId)
    if (chain === undefined) throw unusable(`${chainId} is not a chain of this server`)
    if (parseChainId(chainId).namespace !== 'eip155') throw unusable(`${chainId} is no chain of eip155`)
    found.set(chain, setting)
  }
  return found
}

function unusable(details: string): LatchkeyError {
  return new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_SWAPS is not usable', { details })
}

function load(text: string): unknown {
  try {
    return JSON.parse(/^\s*\{/.test(text) ? text : readFileSync(text, 'utf8'))
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_SWAPS must be JSON, or the path of a JSON file', { cause })
  }
}
