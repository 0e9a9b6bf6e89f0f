import { paymentCurrencies, paymentLimits } from '@latchkey/protocol/onrampApi'
import { Hono } from 'hono'
import { checkInput, readJsonBody } from '../platform/http/readJsonBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { buyQuoteQuery, multiQuoteRequest, widgetRequest } from './onrampRequests.js'
import { beginPurchase, costOfAsking, type OnrampContext } from './onrampRoutes.js'

const kept = { 'cache-control': 'public, max-age=60' }
const noStore = { 'cache-control': 'no-store' }
/** The country of each currency where the buyer's is unknown. */
const countries = [
  { countryCode: 'US', name: 'United States', currency: 'USD', bank: 'ACH' },
  ...[
    ['AT', 'Austria'],
    ['BE', 'Belgium'],
    ['DE', 'Germany'],
    ['ES', 'Spain'],
    ['FI', 'Finland'],
    ['FR', 'France'],
    ['IE', 'Ireland'],
    ['IT', 'Italy'],
    ['LU', 'Luxembourg'],
    ['NL', 'Netherlands'],
    ['PT', 'Portugal'],
  ].map(([countryCode = '', name = '']) => ({ countryCode, name, currency: 'EUR', bank: 'SEPA' })),
] as const
const fiat = [
  { currencyCode: 'USD', name: 'US Dollar' },
  { currencyCode: 'EUR', name: 'Euro' },
]
const methods = [
  { paymentMethod: 'CREDIT_DEBIT_CARD', name: 'Card', paymentType: 'CARD' },
  { paymentMethod: 'ACH', name: 'Bank account (US)', paymentType: 'BANK_TRANSFER' },
  { paymentMethod: 'SEPA', name: 'Bank account (Europe)', paymentType: 'BANK_TRANSFER' },
]

/** The calls of clients that choose between sellers: `/v1/onramp/{providers,multi,widget,buy}`, over the same shop. */
export function sellerRoutes(context: OnrampContext): Hono<HonoEnv> {
  const { shop, gate } = context
  const app = new Hono<HonoEnv>()

  app.get('/v1/onramp/providers', (c) => {
    gate.limit(c.get('ip'))
    const rows = shop.providers.map(({ id, name, site }) => ({
      serviceProvider: id.toUpperCase(),
      name,
      status: 'LIVE',
      categories: ['CRYPTO_ONRAMP'],
      websiteUrl: site,
      logos: { dark: '', darkShort: '', light: '', lightShort: '' },
    }))
    return c.json(rows, 200, kept)
  })

  app.get('/v1/onramp/providers/properties', async (c) => {
    gate.limit(c.get('ip'))
    const type = c.req.query('type') ?? ''
    const lists: { readonly [type: string]: () => unknown } = {
      countries: () =>
        countries.map(({ countryCode, name }) => ({ countryCode, name, flagImageUrl: null, regions: null })),
      'fiat-currencies': () => fiat.map((row) => ({ ...row, symbolImageUrl: null })),
      'payment-methods': () => methods.map((row) => ({ ...row, logos: { dark: '', light: '' } })),
      'fiat-purchases-limits': () =>
        paymentCurrencies.map((currencyCode) => ({
          currencyCode,
          defaultAmount: 100,
          minimumAmount: Number(paymentLimits.card.min),
          maximumAmount: Number(paymentLimits.ach_bank_account.max),
        })),
      'countries-defaults': () =>
        countries.map(({ countryCode, currency, bank }) => ({
          countryCode,
          defaultCurrencyCode: currency,
          defaultPaymentMethods: ['CREDIT_DEBIT_CARD', bank],
        })),
      'crypto-currencies': async () =>
        (await shop.currencies()).flatMap(({ symbol, name, networks }) =>
          networks.map(
            ({ name: network, display_name: chainName, chain_id: chainId, contract_address: contractAddress }) => ({
              currencyCode: codeOf(symbol, network),
              name,
              chainCode: network,
              chainName,
              chainId,
              contractAddress: contractAddress || null,
              symbolImageUrl: `${context.publicUrl(c.req.url).replace(/\/+$/, '')}/public/getTokenImage/${encodeURIComponent(symbol)}`,
            }),
          ),
        ),
    }
    const list = Object.hasOwn(lists, type) ? lists[type] : undefined
    if (list === undefined) throw new Refusal(400, 'type', `type must be ${Object.keys(lists).join(', ')}`)
    return c.json(await list(), 200, kept)
  })

  app.post('/v1/onramp/multi/quotes', async (c) => {
    gate.limit(c.get('ip'), costOfAsking * 2)
    const body = await readJsonBody(c.req.raw, multiQuoteRequest)
    gate.project(c.req.query('projectId') ?? body.projectId)
    const { symbol, network } = await coinOf(body.destinationCurrencyCode)
    const method = methodOf(body.paymentMethodType)
    const asked = await Promise.allSettled(
      shop.providers.map((provider) =>
        shop.quote({
          ...{ provider: provider.id, network, symbol, method, address: body.walletAddress },
          ...{ currency: body.sourceCurrencyCode, payment: body.sourceAmount },
        }),
      ),
    )
    const quotes = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [failed] = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    if (quotes.length === 0 && failed !== undefined) throw failed
    const rows = quotes.map((quote) => {
      const [total, bought] = [Number(quote.paymentTotal.amount), Number(quote.purchaseAmount.amount)]
      const [subtotal, networkFee] = [Number(quote.paymentSubtotal.amount), Number(quote.networkFee.amount)]
      return {
        transactionType: 'CRYPTO_PURCHASE',
        countryCode: body.countryCode,
        sourceAmount: total,
        sourceAmountWithoutFees: subtotal,
        fiatAmountWithoutFees: subtotal,
        sourceCurrencyCode: body.sourceCurrencyCode,
        destinationAmount: bought,
        destinationAmountWithoutFees: null,
        destinationCurrencyCode: body.destinationCurrencyCode,
        exchangeRate: total / bought,
        totalFee: round(total - subtotal),
        networkFee,
        transactionFee: round(total - subtotal - networkFee),
        paymentMethodType:
          quote.method === 'card' ? 'CREDIT_DEBIT_CARD' : body.sourceCurrencyCode === 'USD' ? 'ACH' : 'SEPA',
        customerScore: null,
        lowKyc: null,
        serviceProvider: quote.provider.id.toUpperCase(),
      }
    })
    return c.json(rows, 200, noStore)
  })

  app.post('/v1/onramp/widget', async (c) => {
    gate.limit(c.get('ip'), costOfAsking)
    gate.project(c.req.query('projectId'))
    const { sessionData: wish } = await readJsonBody(c.req.raw, widgetRequest)
    const { symbol, network } = await coinOf(wish.destinationCurrencyCode)
    const begun = await beginPurchase(
      context,
      {
        ...{ provider: wish.serviceProvider?.toLowerCase(), chain: shop.chain(network), address: wish.walletAddress },
        ...{ projectId: c.req.query('projectId') ?? '', symbol, currency: wish.sourceCurrencyCode },
        ...{ payment: wish.sourceAmount, method: methodOf(wish.paymentMethodType) },
      },
      c.req.url,
    )
    return c.json({ widgetUrl: begun.url }, 200, noStore)
  })

  app.get('/v1/onramp/buy/options', async (c) => {
    gate.limit(c.get('ip'))
    const limits = Object.entries(paymentLimits).map(([id, { min, max }]) => ({ id, min, max }))
    const body = {
      paymentCurrencies: shop.providers.length === 0 ? [] : paymentCurrencies.map((id) => ({ id, limits })),
      purchaseCurrencies: (await shop.currencies()).map(({ networks, ...rest }) => ({
        ...rest,
        networks: networks.map(
          ({ name, display_name: displayName, contract_address: contractAddress, chain_id: chainId }) => ({
            ...{ name, displayName, contractAddress, chainId },
          }),
        ),
      })),
    }
    return c.json(body, 200, kept)
  })

  app.get('/v1/onramp/buy/quotes', async (c) => {
    gate.limit(c.get('ip'), costOfAsking)
    gate.project(c.req.query('projectId'))
    const query = checkInput(c.req.query(), buyQuoteQuery)
    const quote = await shop.quote({
      provider: undefined,
      network: query.purchaseNetwork,
      symbol: query.purchaseCurrency,
      currency: query.paymentCurrency,
      payment: query.paymentAmount,
      method: methodOf(query.paymentMethod),
    })
    const sum = ({ amount: value, currency }: { amount: string; currency: string }) => ({ value, currency })
    const fee = round(Number(quote.paymentTotal.amount) - Number(quote.paymentSubtotal.amount))
    const body = {
      paymentTotal: sum(quote.paymentTotal),
      paymentSubTotal: sum(quote.paymentSubtotal),
      purchaseAmount: sum(quote.purchaseAmount),
      coinbaseFee: { value: String(fee), currency: query.paymentCurrency },
      networkFee: sum(quote.networkFee),
      quoteId: quote.quoteId,
    }
    return c.json(body, 200, noStore)
  })

  /** A coin and its network, of a code as `crypto-currencies` writes it. */
  async function coinOf(code: string): Promise<{ symbol: string; network: string }> {
    for (const { symbol, networks } of await shop.currencies())
      for (const { name: network } of networks) if (codeOf(symbol, network) === code) return { symbol, network }
    throw new Refusal(400, 'destinationCurrencyCode', 'destinationCurrencyCode is not sold here')
  }

  return app
}

/** As Meld writes it: the chain stands behind the coin, unless it is Ethereum. */
function codeOf(symbol: string, network: string): string {
  const chain = network.replace(/[^a-zA-Z0-9]/g, '').toUpperCase()
  return chain === 'ETHEREUM' || chain === 'EIP1551' ? symbol : `${symbol}_${chain}`
}

function methodOf(type: string | undefined) {
  if (type === undefined || type === 'UNSPECIFIED') return undefined
  return /ACH|SEPA|BANK/i.test(type) ? 'ach_bank_account' : 'card'
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100
}
