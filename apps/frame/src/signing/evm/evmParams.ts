import * as z from 'zod/mini'
import { oneOf, readBy } from '../params.js'
import { readChecksum } from './evmAddress.js'

const address = z.pipe(
  z.string().check(z.refine((text) => readChecksum(text) !== undefined)),
  z.transform((text) => readChecksum(text) ?? text),
)
const hex = z.string().check(z.regex(/^0x([\da-fA-F]{2})*$/), z.maxLength(2 * 131_072 + 2))
const quantity = z.pipe(
  z.union([
    z.string().check(z.regex(/^(0x[\da-fA-F]{1,64}|\d{1,78})$/)),
    z.number().check(z.refine((value) => Number.isSafeInteger(value) && value >= 0)),
  ]),
  z.transform((value) => BigInt(value)),
)
const word = z.bigint().check(z.refine((value) => value < 1n << 256n))
const amount = z.pipe(quantity, word)
const callShape = {
  to: z.optional(z.nullable(address)),
  data: z.optional(hex),
  input: z.optional(hex),
  value: z.optional(amount),
}
const call = z.object(callShape)
// Two names for one thing; where both are given they must agree, or one would be shown and the other signed.
const hasOneData = z.refine<{ data?: string | undefined; input?: string | undefined }>(
  ({ data, input }) => data === undefined || input === undefined || data.toLowerCase() === input.toLowerCase(),
)
const transaction = z
  .object({
    from: address,
    ...callShape,
    gas: z.optional(amount),
    gasLimit: z.optional(amount),
    nonce: z.optional(quantity),
    chainId: z.optional(quantity),
    type: z.optional(z.union([z.string(), z.number()])),
    accessList: z.optional(
      z
        .array(
          z.object({
            address,
            storageKeys: z.array(z.string().check(z.regex(/^0x[\da-fA-F]{64}$/))).check(z.maxLength(256)),
          }),
        )
        .check(z.maxLength(256)),
    ),
    authorizationList: z.optional(z.unknown()),
    blobVersionedHashes: z.optional(z.unknown()),
  })
  .check(hasOneData)
const typedData = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z._default(z.record(z.string(), z.unknown()), {}),
  message: z.record(z.string(), z.unknown()),
})
const calls = z.object({
  version: z.optional(z.string()),
  id: z.optional(z.string().check(z.maxLength(4_096))),
  chainId: z.optional(quantity),
  from: z.optional(address),
  atomicRequired: z.optional(z.boolean()),
  capabilities: z.optional(z.record(z.string(), z.unknown())),
  calls: z
    // A bundle cannot deploy contracts: each call needs a target.
    .array(
      z
        .object({ ...callShape, to: address, capabilities: z.optional(z.record(z.string(), z.unknown())) })
        .check(hasOneData),
    )
    .check(z.minLength(1)),
})
const hash = z.string().check(z.maxLength(4_096))
const assets = z.object({
  account: address,
  chainFilter: z.optional(z.array(z.string().check(z.maxLength(66))).check(z.maxLength(50))),
})

/** The parameters of each method that this wallet answers itself. */
export const paramsOf = {
  personal_sign: z.tuple([z.string(), z.string()], z.unknown()),
  eth_signTypedData_v4: z.tuple([address, parsed(typedData)], z.unknown()),
  eth_sendTransaction: z.tuple([transaction], z.unknown()),
  wallet_sendCalls: z.tuple([calls], z.unknown()),
  wallet_getCallsStatus: z.tuple([hash], z.unknown()),
  wallet_showCallsStatus: z.tuple([hash], z.unknown()),
  wallet_getCapabilities: z.optional(z.nullable(z.array(z.unknown()))),
  wallet_getAssets: oneOf(assets),
} as const satisfies { readonly [method: string]: z.ZodMiniType }

/** The parameters of a transaction request. */
export type TransactionParams = z.infer<typeof transaction>
/** One call of a bundle. */
export type CallParams = z.infer<typeof call>

/**
 * Reads the parameters of a method.
 *
 * @param method - The method.
 * @param params - What came with it.
 * @returns What the method works with; unknown fields are gone.
 * @throws LatchkeyError INVALID_PARAMS, with the path to what is wrong.
 */
export function readParams<M extends keyof typeof paramsOf>(method: M, params: unknown): z.infer<(typeof paramsOf)[M]> {
  return readBy(paramsOf, method, params)
}

// Typed data comes as JSON, or as it is.
function parsed<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.transform((data: unknown) => (typeof data === 'string' ? parse(data) : data)),
    schema as z.ZodMiniType<z.output<T>, unknown>,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
