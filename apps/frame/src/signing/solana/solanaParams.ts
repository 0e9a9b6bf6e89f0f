import { preflightCommitments } from '@latchkey/protocol/internal/solana'
import * as z from 'zod/mini'
import { oneOf, readBy } from '../params.js'

const base58 = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]*$/), z.maxLength(4_096))

const paramsOf = {
  solana_signMessage: oneOf(z.object({ message: base58, pubkey: z.optional(base58) })),
  solana_signTransaction: oneOf(z.object({ transaction: base58 })),
  solana_signAllTransactions: oneOf(
    z.object({ transactions: z.array(base58).check(z.minLength(1), z.maxLength(100)) }),
  ),
  solana_signAndSendTransaction: oneOf(
    z.object({
      transaction: base58,
      options: z.optional(
        z.object({
          skipPreflight: z.optional(z.boolean()),
          preflightCommitment: z.optional(z.enum(preflightCommitments)),
          maxRetries: z.optional(z.int().check(z.gte(0))),
          minContextSlot: z.optional(z.int().check(z.gte(0))),
        }),
      ),
    }),
  ),
} as const satisfies { readonly [method: string]: z.ZodMiniType }

/**
 * Reads the parameters of a method of Solana.
 *
 * @param method - The method.
 * @param params - What came with it.
 * @returns What the method works with; unknown fields are gone.
 * @throws LatchkeyError INVALID_PARAMS, with the path to what is wrong.
 */
export function readSolanaParams<M extends keyof typeof paramsOf>(
  method: M,
  params: unknown,
): z.infer<(typeof paramsOf)[M]> {
  return readBy(paramsOf, method, params)
}
