import { randomUUID } from 'node:crypto'
import { type ChainId, isChainId } from '@latchkey/protocol/caip'
import type { PaymentCurrency, PurchaseCurrency } from '@latchkey/protocol/onrampApi'
import * as z from 'zod'
import { tryParseJson } from '../../platform/http/json.js'
import { checkQuote } from '../checkQuote.js'
import { amountOf, createProviderCall } from '../createProviderCall.js'
import { networkOf } from '../networkOf.js'
import { OnrampFault } from '../onrampFault.js'
import type { OnrampProvider, Order, ProviderWord } from '../onrampProvider.js'
import { paymentOf } from '../paymentOf.js'
import { isRecent, isSigned } from '../signatures.js'

const name = 'Meld'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
/** The country whose prices and rules apply where the buyer's is unknown. */
const countries: { readonly [currency in PaymentCurrency]: string } = { USD: 'US', EUR: 'DE' }
const methods = { card: 'CREDIT_DEBIT_CARD', ach_bank_account: 'ACH' } as const
const bank: { readonly [currency in PaymentCurrency]: string } = { USD: 'ACH', EUR: 'SEPA' }

const crypto = z.array(
  z.object({
    currencyCode: z.string().max(40),
    name: z.string().max(200),
    chainCode: z.string().max(40).nullish(),
    chainName: z.string().max(100).nullish(),
    chainId: z.union([z.string(), z.number()]).nullish(),
    contractAddress: z.string().max(100).nullish(),
  }),
)
const quotes = z.object({
  quotes: z
    .array(
      z.object({
        sourceCurrencyCode: z.string(),
        destinationCurrencyCode: z.string(),
        sourceAmount: amountOf,
        sourceAmountWithoutFees: amountOf.nullish(),
        fiatAmountWithoutFees: amountOf.nullish(),
        destinationAmount: amountOf,
        networkFee: amountOf.nullish(),
        serviceProvider: z.string().max(60),
      }),
    )
    .nullish(),
})
const widget = z.object({ widgetUrl: z.url() })
const transactions = z.object({
  transactions: z.array(
    z.object({
      status: z.string(),
      externalSessionId: z.string().nullish(),
      sourceAmount: amountOf.nullish(),
      sourceCurrencyCode: z.string().max(40).nullish(),
      destinationAmount: amountOf.nullish(),
      destinationCurrencyCode: z.string().nullish(),
      cryptoDetails: z
        .object({
          blockchainTransactionId: z.string().max(200).nullish(),
          destinationWalletAddress: z.string().max(128).nullish(),
        })
        .nullish(),
    }),
  ),
})
const event = z.object({
  eventId: z.string().min(1).max(200),
  payload: z.object({ externalSessionId: z.string().nullish() }),
})

const states: { readonly [status: string]: ProviderWord['state'] } = {
  PENDING_CREATED: 'opened',
  TWO_FA_REQUIRED: 'opened',
  TWO_FA_PROVIDED: 'opened',
  PENDING: 'paid',
  AUTHORIZED: 'paid',
  ACCEPTED: 'paid',
  SETTLING: 'paid',
  PARTIALLY_SETTLED: 'paid',
  // Temporary: the seller tries again.
  ERROR: 'paid',
  SETTLED: 'sent',
  FAILED: 'failed',
  DECLINED: 'failed',
  CANCELLED: 'failed',
  AUTHORIZATION_EXPIRED: 'failed',
  REFUNDED: 'failed',
  VOIDED: 'failed',
}

/**
 * Creates the provider that buys through Meld, who passes orders on to sellers.
 *
 * @param options - The key, the base URL, the keys of its messages, how to call, and how long a call may take.
 * @see https://docs.meld.io
 *
 * @example
 * import { createMeld } from './createMeld.js'
 * const provider = createMeld({ key, url: 'https://api.meld.io', webhookKeys: [], fetch })
 */
export function createMeld(options: {
  key: string
  url: string
  webhookKeys: readonly string[]
  fetch: typeof fetch
  timeout?: number
}): OnrampProvider {
  const call = createProviderCall({ name, ...options })
  const headers = { authorization: `BASIC ${options.key}`, 'meld-version': '2023-12-19' }

  let kept: { at: number; rows: Promise<z.output<typeof crypto>> } | undefined
  /** Kept for an hour: they ask for that. */
  function list(): Promise<z.output<typeof crypto>> {
    if (kept && Date.now() - kept.at < 3_600_000) return kept.rows
    const path = '/service-providers/properties/crypto-currencies?categories=CRYPTO_ONRAMP&accountFilter=true'
    const rows = call('GET', path, { schema: crypto, headers })
    kept = { at: Date.now(), rows }
    rows.catch(() => {
      kept = undefined
    })
    return rows
  }

  /** Meld's code of a coin on a chain. */
  async function codeOf(symbol: string, chainId: string): Promise<string> {
    const found = (await list()).find((row) => symbolOf(row.currencyCode) === symbol && chainOf(row) === chainId)
    if (found) return found.currencyCode
    throw new OnrampFault('API_REFUSED', name, `does not sell ${symbol} on this network`)
  }

  async function bestQuote(order: Order) {
    const code = await codeOf(order.symbol, order.chainId)
    const body = {
      countryCode: countries[order.currency],
      sourceCurrencyCode: order.currency,
      sourceAmount: Number(order.payment),
      destinationCurrencyCode: code,
      paymentMethodType: order.method === 'card' ? methods.card : bank[order.currency],
      ...(order.address === undefined ? {} : { walletAddress: order.address }),
    }
    const answer = await call('POST', '/payments/crypto/quote', { schema: quotes, body, headers })
    const [best] = (answer.quotes ?? [])
      .filter((one) => one.destinationCurrencyCode === code)
      .sort((a, b) => Number(b.destinationAmount) - Number(a.destinationAmount))
    if (best) return { best, code }
    throw new OnrampFault('API_REFUSED', name, 'has no seller for this purchase')
  }

  return {
    id: 'meld',
    name,
    site: 'https://www.meld.io',
    async currencies() {
      const found = new Map<string, PurchaseCurrency>()
      for (const row of await list()) {
        const chainId = chainOf(row)
        if (chainId === undefined) continue
        const symbol = symbolOf(row.currencyCode)
        const contract = /^0x0{40}$/.test(row.contractAddress ?? '') ? '' : (row.contractAddress ?? '')
        const title = row.chainName ?? row.chainCode ?? chainId
        const network = { name: networkOf(chainId), display_name: title, chain_id: chainId, contract_address: contract }
        const known = found.get(symbol) ?? { id: symbol, name: row.name, symbol, networks: [] }
        found.set(symbol, { ...known, networks: [...known.networks, network] })
      }
      return [...found.values()]
    },
    async quote(order) {
      const { best } = await bestQuote(order)
      const { currency } = order
      if (best.sourceCurrencyCode !== currency)
        throw new OnrampFault('API_BAD_ANSWER', name, 'quoted something else than was asked')
      return checkQuote(name, order, {
        paymentTotal: { amount: best.sourceAmount, currency },
        paymentSubtotal: {
          amount: best.fiatAmountWithoutFees ?? best.sourceAmountWithoutFees ?? best.sourceAmount,
          currency,
        },
        networkFee: { amount: best.networkFee ?? '0', currency },
        purchaseAmount: { amount: best.destinationAmount, currency: order.symbol },
        quoteId: randomUUID(),
      })
    },
    async open({ reference, partnerId, chain, network, address, symbol, currency, payment, method, doneUrl }) {
      const bought = symbol ?? chain.nativeCurrency.symbol
      const { best, code } = await bestQuote({
        ...{ chainId: chain.caip2, network, symbol: bought, currency, address },
        payment: payment ?? '100',
        method: method ?? 'card',
      })
      const { widgetUrl } = await call('POST', '/crypto/session/widget', {
        schema: widget,
        headers,
        body: {
          sessionType: 'BUY',
          externalSessionId: reference,
          externalCustomerId: partnerId,
          sessionData: {
            countryCode: countries[currency],
            sourceCurrencyCode: currency,
            sourceAmount: payment ?? '100',
            destinationCurrencyCode: code,
            serviceProvider: best.serviceProvider,
            walletAddress: address,
            // The address is the one that the page was opened for.
            lockFields: ['walletAddress', 'destinationCurrencyCode'],
            redirectUrl: doneUrl,
          },
        },
      })
      if (!isOfMeld(widgetUrl, options.url)) throw new OnrampFault('API_BAD_ANSWER', name, 'leads to another site')
      return widgetUrl
    },
    async read(reference) {
      const path = `/payments/transactions?externalSessionIds=${encodeURIComponent(reference)}`
      const found = (await call('GET', path, { schema: transactions, headers })).transactions
      const row = found.find(({ externalSessionId }) => externalSessionId === reference)
      const state = row && states[row.status]
      if (row === undefined || state === undefined) return undefined
      return {
        state,
        payment: paymentOf(row.sourceAmount, row.sourceCurrencyCode),
        symbol: row.destinationCurrencyCode ? symbolOf(row.destinationCurrencyCode) : undefined,
        amount: row.destinationAmount ?? undefined,
        hash: row.cryptoDetails?.blockchainTransactionId ?? undefined,
        address: row.cryptoDetails?.destinationWalletAddress ?? undefined,
      }
    },
    /** @see https://docs.meld.io/docs/stablecoins/for-all-products/webhooks-authentication */
    readWebhook({ url, headers: given, body }, now) {
      const time = given.get('meld-signature-timestamp')
      const signature = given.get('meld-signature') ?? ''
      if (!isRecent(time, now)) return undefined
      if (!isSigned(options.webhookKeys, `${time}.${url}.${body}`, [signature], 'base64url')) return undefined
      const { data } = event.safeParse(tryParseJson(body))
      return data && { id: data.eventId, reference: data.payload.externalSessionId ?? undefined }
    },
  }
}

/** Codes carry the chain: `USDC_BASE`. */
function symbolOf(code: string): string {
  return code.split('_')[0] ?? code
}

/** A purchase is of an EVM chain or of Solana. */
function chainOf({ chainId, chainCode }: z.output<typeof crypto>[number]): ChainId | undefined {
  if (chainCode === 'SOLANA' || chainCode === 'SOL') return solana
  const id = `eip155:${chainId}`
  return /^[1-9]\d{0,11}$/.test(String(chainId)) && isChainId(id) ? id : undefined
}

function isOfMeld(link: string, api: string): boolean {
  const { protocol, hostname, origin } = new URL(link)
  if (origin === new URL(api).origin) return true
  return protocol === 'https:' && /^([\w-]+\.)*(meld\.io|meldcrypto\.com)$/.test(hostname)
}
