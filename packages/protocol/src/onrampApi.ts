import * as z from 'zod/mini'
import { type ChainId, isChainId } from './caip.js'
import { cleanName } from './internal/text.js'

const name = z.string().check(z.overwrite((text) => cleanName(text, 100)))
const decimal = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/, 'must be a decimal number'))
const money = z.object({ amount: decimal, currency: z.string().check(z.regex(/^[\w.-]{1,20}$/)) })
const chainId = z.custom<ChainId>(isChainId, 'not a CAIP-2 chain id')

/** How a purchase may be paid: by card, or from a bank account. */
export type PaymentMethod = 'card' | 'ach_bank_account'

/** The least and the most that each way to pay takes, in US dollars and in euros alike. */
export const paymentLimits: { readonly [method in PaymentMethod]: { readonly min: string; readonly max: string } } = {
  card: { min: '10.00', max: '7500.00' },
  ach_bank_account: { min: '10.00', max: '25000.00' },
}
/** The currencies that a purchase may be paid in. */
export const paymentCurrencies = ['USD', 'EUR'] as const
/** A currency that a purchase may be paid in. */
export type PaymentCurrency = (typeof paymentCurrencies)[number]
/** The provider's fee of a purchase, in percent. */
export const feeRange = '1-2%'
/** The default sellers. */
export const defaultOnrampProviders: readonly string[] = ['meld', 'coinbase']
/** The chains that Coinbase sells on, by its names, in its order. */
export const coinbasePayChains = [
  'ethereum',
  'arbitrum',
  'polygon',
  'berachain',
  'avalanche-c-chain',
  'optimism',
  'celo',
  'base',
] as const

/** Chains by the names that providers give them. */
export const onrampChains: { readonly [name: string]: ChainId } = {
  ethereum: 'eip155:1',
  arbitrum: 'eip155:42161',
  polygon: 'eip155:137',
  berachain: 'eip155:80094',
  'avalanche-c-chain': 'eip155:43114',
  optimism: 'eip155:10',
  celo: 'eip155:42220',
  base: 'eip155:8453',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

const purchaseCurrency = z.object({
  id: z.string(),
  name,
  symbol: name,
  networks: z.array(
    z.object({
      name: z.string(),
      display_name: name,
      /** CAIP-2. */
      chain_id: z.string(),
      /** Empty for the coin of the chain. */
      contract_address: z.string(),
    }),
  ),
})
/** The coins on offer with their networks. */
export type PurchaseCurrency = z.infer<typeof purchaseCurrency>

/** Answer of `GET /v1/onramp/options`. */
export const onrampOptions = z.object({
  paymentCurrencies: z.array(
    z.object({
      id: z.string(),
      payment_method_limits: z.array(z.object({ id: z.string(), min: decimal, max: decimal })),
    }),
  ),
  purchaseCurrencies: z.array(purchaseCurrency),
})
/** Answer of `GET /v1/onramp/options`. */
export type OnrampOptions = z.infer<typeof onrampOptions>

/** Answer of `POST /v1/onramp/quote`: what is paid, what of it buys, what arrives, and what the network takes. */
export const onrampQuote = z.object({
  paymentTotal: money,
  paymentSubtotal: money,
  purchaseAmount: money,
  networkFee: money,
  quoteId: z.string(),
})
/** Answer of `POST /v1/onramp/quote`. */
export type OnrampQuote = z.infer<typeof onrampQuote>

/** Answer of `POST /v1/generators/onrampurl`: where a person pays, and the name by which the purchase is followed. */
export const onrampUrl = z.object({ url: z.url(), purchaseId: z.optional(z.string()) })
/** Answer of `POST /v1/generators/onrampurl`. */
export type OnrampUrl = z.infer<typeof onrampUrl>

/**
 * How far a purchase is, in the order in which that can happen: begun, the provider's page was opened, paid, sent to the chain,
 * arrived there; or over without a payment, or with one that was given back.
 */
export const purchaseStates = ['created', 'opened', 'paid', 'sent', 'arrived', 'failed'] as const
/** How far a purchase is. */
export type PurchaseState = (typeof purchaseStates)[number]

/** Answer of `GET /v1/onramp/purchases/{id}`; times in seconds since 1970. */
export const purchase = z.object({
  id: z.string(),
  provider: z.string(),
  state: z.enum(purchaseStates),
  chainId,
  address: z.string(),
  /** The bought coin: its symbol, and the amount once known. */
  symbol: z.nullable(name),
  amount: z.nullable(decimal),
  /** The transaction that pays out, once there is one. */
  hash: z.nullable(z.string().check(z.maxLength(200))),
  createdAt: z.number(),
})
/** Answer of `GET /v1/onramp/purchases/{id}`. */
export type Purchase = z.infer<typeof purchase>
