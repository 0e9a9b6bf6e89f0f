import * as z from 'zod/mini'
import { type AccountId, type ChainId, isAccountId } from './caip.js'
import { cleanName } from './internal/text.js'

const accountId = z.custom<AccountId>(isAccountId, 'not a CAIP-10 id')
const name = z.string().check(z.overwrite((text) => cleanName(text, 100)))
const digits = z.string().check(z.regex(/^\d{1,78}$/, 'must be an amount in base units'))
const data = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/, 'must be hex'))
/** `BigInt` takes both ways of writing it. */
const units = z.string().check(z.regex(/^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/, 'must be a whole number'))

/** The public chains that swaps are offered on; others take part where the app names a router for them. */
export const swapChains: readonly ChainId[] = [
  'eip155:1',
  'eip155:42161',
  'eip155:10',
  'eip155:324',
  'eip155:8453',
  'eip155:56',
  'eip155:137',
  'eip155:100',
  'eip155:43114',
  'eip155:250',
  'eip155:8217',
  'eip155:1313161554',
]

/** The slippage tolerance that a swap has where nobody chose another, in per cent. */
export const defaultSlippage = 1

/** A token that can be swapped; the native coin has the address `0xeeee…eeee`. */
export const swapToken = z.object({
  name,
  symbol: name,
  address: accountId,
  decimals: z.number().check(z.int(), z.minimum(0), z.maximum(255)),
  logoUri: z.optional(z.nullable(z.string())),
  eip2612: z.optional(z.nullable(z.boolean())),
})
/** A token that can be swapped. */
export type SwapTokenInfo = z.infer<typeof swapToken>

/** Answer of `GET /v1/convert/tokens`. */
export const swapTokens = z.object({ tokens: z.array(swapToken) })

/** Answer of `GET /v1/convert/quotes`; amounts in base units, `priceImpact` as a fraction, `route` from token to token, `gas` in units. */
export const swapQuotes = z.object({
  quotes: z.array(
    z.object({
      id: z.nullable(z.string()),
      fromAmount: digits,
      fromAccount: accountId,
      toAmount: digits,
      toAccount: accountId,
      priceImpact: z.optional(z.nullable(z.number())),
      route: z.optional(z.nullable(z.array(accountId))),
      gas: z.optional(z.nullable(digits)),
    }),
  ),
})

/** Answer of `GET /v1/convert/gas-price`, in base units of the native coin. */
export const swapGasPrice = z.object({ standard: digits, fast: digits, instant: digits })

/** Answer of `GET /v1/convert/allowance`, in base units of the token. */
export const swapAllowance = z.object({ allowance: digits })

/** Answer of `GET /v1/convert/build-approve`; the transaction goes to the address of `tx.from`, the source token. */
export const swapApproval = z.object({
  tx: z.object({
    from: accountId,
    to: accountId,
    data,
    value: units,
    eip155: z.object({ gasPrice: units, gas: z.optional(z.union([z.number(), units])) }),
  }),
})

/** Answer of `POST /v1/convert/build-transaction`; the transaction goes to the address of `tx.to`, the router. */
export const swapTransaction = z.object({
  tx: z.object({
    from: accountId,
    to: accountId,
    data,
    amount: digits,
    eip155: z.object({ gas: units, gasPrice: units }),
  }),
})
