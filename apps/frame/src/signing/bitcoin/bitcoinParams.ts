import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import { readBy } from '../params.js'

const address = z.string().check(z.minLength(14), z.maxLength(90), z.regex(/^[a-zA-Z0-9]+$/))
const psbt = z.pipe(
  z.string().check(z.maxLength(400_000)),
  z.transform((text, context) => {
    try {
      return base64.decode(text)
    } catch {
      context.issues.push({ code: 'custom', message: 'not base64', input: text })
      return z.NEVER
    }
  }),
)

/** The parameters of what is asked of a Bitcoin account. */
const paramsOf = {
  signMessage: z.object({
    account: address,
    message: z.string().check(z.maxLength(65_536)),
    protocol: z._default(z.enum(['bip322', 'ecdsa']), 'bip322'),
  }),
  signPsbt: z.object({
    psbt,
    signInputs: z
      .array(
        z.object({
          index: z.int().check(z.gte(0), z.lte(10_000)),
          address,
          sighashTypes: z.optional(z.array(z.int()).check(z.maxLength(8))),
        }),
      )
      .check(z.minLength(1), z.maxLength(1_000)),
    broadcast: z._default(z.boolean(), false),
  }),
  sendTransfer: z.object({
    account: address,
    recipientAddress: address,
    amount: z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,15}$/)),
      z.transform((text: string) => BigInt(text)),
    ),
  }),
} as const satisfies { readonly [method: string]: z.ZodMiniType }

/**
 * Reads the parameters of a method of Bitcoin.
 *
 * @param method - The method.
 * @param params - What came with it.
 * @returns What the method works with; unknown fields are gone.
 * @throws LatchkeyError INVALID_PARAMS, with the path to what is wrong.
 */
export function readBitcoinParams<M extends keyof typeof paramsOf>(
  method: M,
  params: unknown,
): z.infer<(typeof paramsOf)[M]> {
  return readBy(paramsOf, method, params)
}
