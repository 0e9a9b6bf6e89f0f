import { coinbasePayChains, onrampChains, type PaymentCurrency } from '@latchkey/protocol/onrampApi'
import * as z from 'zod'
import { tryParseJson } from '../../platform/http/json.js'
import { checkQuote } from '../checkQuote.js'
import { amountOf, createProviderCall } from '../createProviderCall.js'
import { OnrampFault } from '../onrampFault.js'
import type { OnrampProvider, ProviderWord } from '../onrampProvider.js'
import { paymentOf } from '../paymentOf.js'
import { isRecent, isSigned } from '../signatures.js'
import { readCdpKey, signCdpToken } from './signCdpToken.js'

const name = 'Coinbase'
const page = 'https://pay.coinbase.com/buy/select-asset'
/** The country whose prices and rules apply where the buyer's is unknown; the United States also need a state. */
const places: { readonly [currency in PaymentCurrency]: { country: string; subdivision?: string } } = {
  USD: { country: 'US', subdivision: 'CA' },
  EUR: { country: 'DE' },
}
const methods = { card: 'CARD', ach_bank_account: 'ACH_BANK_ACCOUNT' } as const

const network = z.looseObject({ name: z.string().max(60) }).transform((row) => ({
  name: row.name,
  title: text(row, 'display_name', 'displayName') ?? row.name,
  contract: text(row, 'contract_address', 'contractAddress') ?? '',
}))
const currency = z.object({
  id: z.string().max(100),
  name: z.string().max(200),
  symbol: z.string().max(40),
  networks: z.array(network),
})
const options = z
  .looseObject({})
  .transform((row) => row.purchase_currencies ?? row.purchaseCurrencies)
  .pipe(z.array(currency))
const sum = z.union([
  z.object({ value: amountOf, currency: z.string() }),
  z
    .object({ amount: amountOf, currency: z.string() })
    .transform((row) => ({ value: row.amount, currency: row.currency })),
])
const quote = z
  .looseObject({})
  .transform((row) => ({
    total: row.payment_total ?? row.paymentTotal,
    subtotal: row.payment_subtotal ?? row.paymentSubtotal,
    bought: row.purchase_amount ?? row.purchaseAmount,
    networkFee: row.network_fee ?? row.networkFee,
    id: row.quote_id ?? row.quoteId,
  }))
  .pipe(z.object({ total: sum, subtotal: sum, bought: sum, networkFee: sum, id: z.string().max(200) }))
const token = z.object({ token: z.string().regex(/^[\w.=+/-]{1,4096}$/) })
const transactions = z.object({
  transactions: z.array(
    z.object({
      status: z.string(),
      partner_user_ref: z.string().nullish(),
      payment_total: sum.nullish(),
      purchase_currency: z.string().max(40).nullish(),
      purchase_amount: sum.nullish(),
      tx_hash: z.string().max(200).nullish(),
      wallet_address: z.string().max(128).nullish(),
    }),
  ),
})
const event = z.looseObject({ eventType: z.string().optional(), event_type: z.string().optional() })

const states: { readonly [status: string]: ProviderWord['state'] } = {
  ONRAMP_TRANSACTION_STATUS_CREATED: 'opened',
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'paid',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'sent',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/**
 * Creates the provider that sells through Coinbase Onramp.
 *
 * @param given - The key with its id, the base URL, the keys of its messages, the clock, how to call, and how long a call may take.
 * @see https://docs.cdp.coinbase.com/onramp/docs/api-reference
 *
 * @example
 * import { createCoinbase } from './createCoinbase.js'
 * const keys = { keyId: 'organizations/…/apiKeys/…', key: '-----BEGIN EC PRIVATE KEY-----…', webhookKeys: [] }
 * const url = 'https://api.developer.coinbase.com'
 * const provider = createCoinbase({ ...keys, url, clock: () => new Date(), fetch })
 */
export function createCoinbase(given: {
  keyId: string
  key: string
  url: string
  webhookKeys: readonly string[]
  clock: () => Date
  fetch: typeof fetch
  timeout?: number
}): OnrampProvider {
  const send = createProviderCall({ name, ...given })
  const key = { id: given.keyId, key: readCdpKey(given.key) }
  const { host } = new URL(given.url)
  const call = <schema extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    more: { schema: schema; query?: Record<string, string>; body?: unknown },
  ) => {
    const full = `/onramp/v1${path}`
    const authorization = `Bearer ${signCdpToken(key, { method, host, path: full }, given.clock())}`
    const query = more.query === undefined ? '' : `?${new URLSearchParams(more.query)}`
    return send(method, `${full}${query}`, { ...more, headers: { authorization } })
  }

  return {
    id: 'coinbase',
    name,
    site: 'https://www.coinbase.com/onramp',
    async currencies() {
      const found = await call('GET', '/buy/options', { schema: options, query: { ...places.USD } })
      return found.flatMap(({ networks, ...rest }) => {
        const sold = networks.flatMap(({ name, title, contract }) => {
          const chainId = isPayChain(name) ? onrampChains[name] : undefined
          const own = /^0x[0-9a-fA-F]{40}$/.test(contract) ? contract : ''
          return chainId ? [{ name, display_name: title, chain_id: chainId as string, contract_address: own }] : []
        })
        return sold.length === 0 ? [] : [{ ...rest, networks: sold }]
      })
    },
    async quote(order) {
      const found = await call('POST', '/buy/quote', {
        schema: quote,
        body: {
          purchaseCurrency: order.symbol,
          purchaseNetwork: networkOf(order.chainId),
          paymentAmount: order.payment,
          paymentCurrency: order.currency,
          paymentMethod: methods[order.method],
          ...places[order.currency],
          ...(order.address === undefined ? {} : { destinationAddress: order.address }),
        },
      })
      const money = ({ value, currency }: z.output<typeof sum>) => ({ amount: value, currency })
      return checkQuote(name, order, {
        paymentTotal: money(found.total),
        paymentSubtotal: money(found.subtotal),
        purchaseAmount: money(found.bought),
        networkFee: money(found.networkFee),
        quoteId: found.id,
      })
    },
    async open({ reference, chain, address, symbol, currency, payment, method, ip, doneUrl }) {
      const blockchain = networkOf(chain.caip2)
      // A token is for one page, one address and one browser, and runs out in five minutes.
      const session = await call('POST', '/token', {
        schema: token,
        body: {
          addresses: [{ address, blockchains: [blockchain] }],
          clientIp: ip,
          ...(symbol === undefined ? {} : { assets: [symbol] }),
        },
      })
      const query = new URLSearchParams({
        sessionToken: session.token,
        defaultNetwork: blockchain,
        defaultExperience: 'buy',
        fiatCurrency: currency,
        partnerUserRef: reference,
        redirectUrl: doneUrl,
        ...(symbol === undefined ? {} : { defaultAsset: symbol }),
        ...(payment === undefined ? {} : { presetFiatAmount: payment }),
        ...(method === undefined ? {} : { defaultPaymentMethod: methods[method] }),
      })
      return `${page}?${query}`
    },
    async read(reference) {
      const path = `/buy/user/${encodeURIComponent(reference)}/transactions`
      const found = (await call('GET', path, { schema: transactions })).transactions
      // Newest first; of a checkout with two payments, the successful one counts.
      const own = found.filter(({ partner_user_ref: ref }) => ref == null || ref === reference)
      const row = own.find(({ status }) => states[status] === 'sent') ?? own[0]
      const state = row && states[row.status]
      if (row === undefined || state === undefined) return undefined
      return {
        state,
        payment: paymentOf(row.payment_total?.value, row.payment_total?.currency),
        symbol: row.purchase_currency ?? row.purchase_amount?.currency,
        amount: row.purchase_amount?.value,
        hash: row.tx_hash || undefined,
        address: row.wallet_address ?? undefined,
      }
    },
    /** @see https://docs.cdp.coinbase.com/webhooks/verify-signatures */
    readWebhook({ headers, body }, now) {
      const parts = new Map(
        (headers.get('x-hook0-signature') ?? '').split(',').map((part) => {
          const at = part.indexOf('=')
          return [part.slice(0, at).trim(), part.slice(at + 1)] as const
        }),
      )
      const time = parts.get('t') ?? null
      if (!isRecent(time, now)) return undefined
      if (!isSigned(given.webhookKeys, `${time}.${body}`, [parts.get('v0') ?? ''], 'hex')) return undefined
      const { data } = event.safeParse(tryParseJson(body))
      if (data === undefined) return undefined
      // The id that they send along is not signed: what was signed is as good a name.
      const id = `${time}.${parts.get('v0')}`
      return { id, reference: text(data, 'partnerUserRef', 'partner_user_ref') }
    },
  }
}

function isPayChain(name: string): boolean {
  return (coinbasePayChains as readonly string[]).includes(name)
}

function networkOf(chainId: string): string {
  const found = coinbasePayChains.find((one) => onrampChains[one] === chainId)
  if (found) return found
  throw new OnrampFault('API_REFUSED', name, 'does not sell on this network')
}

function text(row: { readonly [name: string]: unknown }, ...names: readonly string[]): string | undefined {
  for (const one of names) if (typeof row[one] === 'string') return row[one]
  return undefined
}
