import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { tryParseJson } from '../../platform/http/json.js'
import { checkQuote } from '../checkQuote.js'
import { amountOf, createProviderCall } from '../createProviderCall.js'
import type { OnrampProvider } from '../onrampProvider.js'
import { paymentOf } from '../paymentOf.js'
import { isRecent, isSigned } from '../signatures.js'

const currencies = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    symbol: z.string(),
    networks: z.array(
      z.object({ name: z.string(), display_name: z.string(), chain_id: z.string(), contract_address: z.string() }),
    ),
  }),
)
const quote = z.object({ fee: amountOf, networkFee: amountOf, amount: amountOf })
const checkout = z.object({
  reference: z.string(),
  state: z.enum(['opened', 'paid', 'sent', 'failed']),
  address: z.string(),
  payment: amountOf.optional(),
  currency: z.string().optional(),
  symbol: z.string().optional(),
  amount: amountOf.optional(),
  hash: z.string().max(200).optional(),
})
const event = z.object({ reference: z.string() })

/**
 * Creates the provider of the local world: it takes play money, and pays out of a faucet.
 *
 * @param options - Its URL with its secret as the password, and how to call it.
 *
 * @example
 * import { createLocalProvider } from './createLocalProvider.js'
 * const provider = createLocalProvider({ url: 'http://:secret@127.0.0.1:4409', fetch })
 */
export function createLocalProvider(options: { url: string; fetch: typeof fetch }): OnrampProvider {
  const { password: secret, origin } = new URL(options.url)
  const name = 'Local provider'
  const call = createProviderCall({ name, url: origin, fetch: options.fetch })
  const headers = { authorization: `Bearer ${secret}` }
  return {
    id: 'local',
    name,
    site: origin,
    currencies: () => call('GET', '/api/currencies', { schema: currencies, headers }),
    async quote(order) {
      const { chainId, symbol, currency, payment, method } = order
      const body = { chainId, symbol, currency, payment, method }
      const { fee, networkFee, amount } = await call('POST', '/api/quotes', { schema: quote, body, headers })
      const subtotal = (Number(payment) - Number(fee) - Number(networkFee)).toFixed(2)
      return checkQuote(name, order, {
        paymentTotal: { amount: payment, currency },
        paymentSubtotal: { amount: subtotal, currency },
        networkFee: { amount: networkFee, currency },
        purchaseAmount: { amount, currency: symbol },
        quoteId: randomUUID(),
      })
    },
    async open({ reference, chain, address, symbol, currency, payment, method, doneUrl, webhookUrl }) {
      const body = {
        ...{ reference, chainId: chain.caip2, address, currency, doneUrl, webhookUrl },
        ...{ symbol, payment, method },
      }
      const { url } = await call('POST', '/api/checkouts', { schema: z.object({ url: z.url() }), body, headers })
      return url
    },
    async read(reference) {
      const found = await call('GET', `/api/checkouts/${encodeURIComponent(reference)}`, {
        schema: z.object({ checkout: checkout.nullable() }),
        headers,
      })
      if (found.checkout?.reference !== reference) return undefined
      const { payment, currency, ...word } = found.checkout
      return { ...word, payment: paymentOf(payment, currency) }
    },
    /** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
    readWebhook({ headers, body }, now) {
      const id = headers.get('webhook-id')
      const time = headers.get('webhook-timestamp')
      const given = (headers.get('webhook-signature') ?? '')
        .split(' ')
        .flatMap((one) => one.match(/^v1,(.+)$/)?.[1] ?? [])
      if (!id || !isRecent(time, now) || !isSigned([secret], `${id}.${time}.${body}`, given, 'base64')) return undefined
      return { id, reference: event.safeParse(tryParseJson(body)).data?.reference }
    },
  }
}
