import { paymentCurrencies } from '@latchkey/protocol/onrampApi'
import * as z from 'zod'

const decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,2})?$/.test(text), 'must be an amount of money, such as 100 or 99.50')
const symbol = z.string().regex(/^[\w.$-]{1,20}$/, 'is not the symbol of a coin')
const network = z.string().regex(/^[\w:.-]{1,60}$/, 'is not a network')
export const method = z.enum(['card', 'ach_bank_account'])
export const currency = z.enum(paymentCurrencies)

/** Body of `POST /v1/generators/onrampurl`. */
export const urlRequest = z.object({
  destinationWallets: z
    .array(
      z.object({
        address: z.string().min(1).max(128),
        blockchains: z.array(network).max(50).optional(),
        assets: z.array(symbol).max(50).optional(),
      }),
    )
    .min(1, 'names no account')
    .max(20),
  // The provider gets a buyer id of our own, so this value is not passed on.
  partnerUserId: z.string().min(1).max(128),
  defaultNetwork: network.default('ethereum'),
  defaultExperience: z.literal('buy').default('buy'),
  presetCryptoAmount: z.number().positive().optional(),
  presetFiatAmount: decimal.optional(),
  /** Ours: what to buy, with which money, how, and from whom. */
  purchaseCurrency: symbol.optional(),
  paymentCurrency: currency.optional(),
  paymentMethod: method.optional(),
  provider: z.string().max(40).optional(),
})

/** Body of `POST /v1/onramp/quote`. */
export const quoteRequest = z.object({
  purchaseCurrency: z.object({ id: z.string().optional(), symbol, name: z.string().optional() }),
  paymentCurrency: z.object({ id: currency }),
  amount: decimal,
  network: network,
  /** Ours: how it is paid, by whom it is sold, and to whom. */
  paymentMethod: method.optional(),
  provider: z.string().max(40).optional(),
  address: z.string().max(128).optional(),
})

/** Body of `POST /v1/onramp/multi/quotes`. */
export const multiQuoteRequest = z.object({
  destinationCurrencyCode: z.string().regex(/^[\w.$-]{1,40}$/, 'is not the code of a coin'),
  sourceAmount: decimal,
  sourceCurrencyCode: currency,
  projectId: z.string().max(200).optional(),
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'),
  walletAddress: z.string().max(128).optional(),
  paymentMethodType: z.string().max(60).optional(),
})

/** Body of `POST /v1/onramp/widget`. */
export const widgetRequest = z.object({
  sessionData: z.object({
    destinationCurrencyCode: z.string().regex(/^[\w.$-]{1,40}$/, 'is not the code of a coin'),
    sourceAmount: decimal.optional(),
    sourceCurrencyCode: currency,
    walletAddress: z.string().min(1).max(128),
    serviceProvider: z.string().max(60).optional(),
    paymentMethodType: z.string().max(60).optional(),
  }),
})

/** Query of `GET /v1/onramp/buy/quotes`. */
export const buyQuoteQuery = z.object({
  purchaseCurrency: symbol,
  purchaseNetwork: network.default('ethereum'),
  paymentAmount: decimal,
  paymentCurrency: currency,
  paymentMethod: z.string().max(40).optional(),
})
