import * as z from 'zod/mini'
import { type AccountId, type ChainId, isAccountId, isChainId } from './caip.js'
import { fiatCurrencies } from './internal/currencies.js'
import { cleanName } from './internal/text.js'

const chainId = z.custom<ChainId>(isChainId, 'not a CAIP-2 chain id')
const accountId = z.custom<AccountId>(isAccountId, 'not a CAIP-10 id')
const name = z.string().check(z.overwrite((text) => cleanName(text, 100)))

/** The currencies that prices and values can be asked in. */
export const currencies = [...fiatCurrencies, 'btc', 'eth'] as const
/** One of the currencies that prices and values can be asked in. */
export type Currency = (typeof currencies)[number]

/**
 * Answer of `GET /v1/supported-chains`: the chains whose data and JSON-RPC the server offers; `history` names those on which it tells
 * what an account did, `swaps` those on which it fills swaps. Both are absent where the server does not say.
 */
export const supportedChains = z.object({
  http: z.array(chainId),
  ws: z.array(chainId),
  history: z.catch(z.optional(z.array(chainId)), undefined),
  swaps: z.catch(z.optional(z.array(chainId)), undefined),
})
/** Answer of `GET /v1/supported-chains`. */
export type SupportedChains = z.infer<typeof supportedChains>

/** One token balance; `address` is absent for the native coin, `numeric` is already divided by the decimals. */
export const tokenBalance = z.object({
  name,
  symbol: name,
  chainId,
  address: z.optional(accountId),
  value: z.optional(z.number()),
  price: z.number(),
  quantity: z.object({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.string(),
})
/** One token balance. */
export type TokenBalance = z.infer<typeof tokenBalance>

/** Answer of `GET /v1/account/{address}/balance`. */
export const balances = z.object({ balances: z.array(tokenBalance) })
/** Answer of `GET /v1/account/{address}/balance`. */
export type Balances = z.infer<typeof balances>

/** Body of `POST /v1/fungible/price`. */
export const priceRequest = z.object({
  currency: z.enum(currencies),
  addresses: z.array(accountId).check(z.minLength(1), z.maxLength(100)),
  projectId: z.string(),
})
/** Body of `POST /v1/fungible/price`. */
export type PriceRequest = z.infer<typeof priceRequest>

/** Answer of `POST /v1/fungible/price`; `address` is the id that was asked for. */
export const prices = z.object({
  fungibles: z.array(
    z.object({
      address: accountId,
      name,
      symbol: name,
      iconUrl: z.string(),
      price: z.number(),
      decimals: z.optional(z.number()),
    }),
  ),
})
/** Answer of `POST /v1/fungible/price`. */
export type Prices = z.infer<typeof prices>

/**
 * Answer of `GET /v1/fiat-rates`: how much of each currency one US dollar buys, by its code in small letters; those without a rate are
 * left out.
 */
export const fiatRates = z.object({ rates: z.record(z.string(), z.number().check(z.positive())) })
/** Answer of `GET /v1/fiat-rates`. */
export type FiatRates = z.infer<typeof fiatRates>

/** The body that every refused data call carries. */
export const refusal = z.object({
  status: z.literal('FAILED'),
  reasons: z.array(z.object({ field: z.string(), name: z.optional(z.string()), description: z.string() })),
})
/** The body that every refused data call carries. */
export type Refusal = z.infer<typeof refusal>
