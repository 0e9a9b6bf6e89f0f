import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Seller, type SellerAnswer, type SellerCall, startSeller } from '../../../test/startSeller.js'
import { defaultChains } from '../../platform/chains/defaultChains.js'
import type { Opening, Order } from '../onrampProvider.js'
import { createMeld } from './createMeld.js'

const address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const coins = [
  {
    currencyCode: 'ETH',
    name: 'Ethereum',
    chainCode: 'ETH',
    chainName: 'Ethereum',
    chainId: '1',
    contractAddress: `0x${'0'.repeat(40)}`,
  },
  {
    currencyCode: 'USDC_BASE',
    name: 'USD Coin',
    chainCode: 'BASE',
    chainName: 'Base',
    chainId: '8453',
    contractAddress: `0x${'8'.repeat(40)}`,
  },
  {
    currencyCode: 'SOL',
    name: 'Solana',
    chainCode: 'SOLANA',
    chainName: 'Solana',
    chainId: '101',
    contractAddress: null,
  },
  {
    currencyCode: 'BTC',
    name: 'Bitcoin',
    chainCode: 'BTC',
    chainName: 'Bitcoin',
    chainId: null,
    contractAddress: null,
  },
]
const quoteOf = (more: object = {}) => ({
  ...{ sourceCurrencyCode: 'USD', destinationCurrencyCode: 'ETH', sourceAmount: 100, fiatAmountWithoutFees: 98.5 },
  ...{ destinationAmount: 0.0394, networkFee: 0.4, totalFee: 1.5, serviceProvider: 'TRANSAK' },
  ...more,
})
const order: Order = {
  chainId: 'eip155:1',
  network: 'ethereum',
  symbol: 'ETH',
  currency: 'USD',
  payment: '100',
  method: 'card',
}
const [ethereum] = defaultChains
if (ethereum === undefined) throw new Error('no chain')
const opening: Opening = {
  ...{ reference: 'ref', partnerId: 'partner', chain: ethereum, network: 'ethereum', address, symbol: 'ETH' },
  ...{ currency: 'USD', payment: '100', method: 'card', ip: '203.0.113.7' },
  ...{ doneUrl: 'https://api.example/v1/onramp/done', webhookUrl: 'https://api.example/v1/onramp/webhooks/meld' },
}

let seller: Seller
const isMeant = ({ headers }: SellerCall) =>
  headers.authorization === 'BASIC key' && headers['meld-version'] !== undefined
const keyed =
  (body: unknown) =>
  (call: SellerCall): SellerAnswer =>
    isMeant(call) ? { body } : { status: 401, body: { code: 'UNAUTHORIZED' } }
beforeAll(async () => {
  seller = await startSeller({})
})
afterAll(() => seller.stop())
beforeEach(() => {
  seller.calls.length = 0
  seller.answers.clear()
  seller.answers.set('GET /service-providers/properties/crypto-currencies', keyed(coins))
  seller.answers.set(
    'POST /payments/crypto/quote',
    keyed({ quotes: [quoteOf({ destinationAmount: 0.03, serviceProvider: 'BANXA' }), quoteOf()] }),
  )
  seller.answers.set(
    'POST /crypto/session/widget',
    keyed({ id: '1', widgetUrl: 'https://meldcrypto.com/?token=abc', token: 'abc' }),
  )
})

const meldOf = (more: { key?: string; timeout?: number } = {}) =>
  createMeld({ key: 'key', url: seller.url, webhookKeys: ['old', 'new'], fetch, ...more })

describe('Meld', () => {
  it('sells on EVM chains and Solana, by symbol', async () => {
    const found = await meldOf().currencies()
    expect(
      found.map(({ symbol, networks }) => [symbol, networks.map(({ name, chain_id }) => [name, chain_id])]),
    ).toEqual([
      ['ETH', [['ethereum', 'eip155:1']]],
      ['USDC', [['base', 'eip155:8453']]],
      ['SOL', [['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']]],
    ])
    expect(found[0]?.networks[0]?.contract_address).toBe('')
  })

  it('quotes the best of its sellers', async () => {
    expect(await meldOf().quote(order)).toMatchObject({
      paymentTotal: { amount: '100', currency: 'USD' },
      paymentSubtotal: { amount: '98.5', currency: 'USD' },
      purchaseAmount: { amount: '0.0394', currency: 'ETH' },
      networkFee: { amount: '0.4', currency: 'USD' },
    })
    expect(seller.calls.at(-1)?.body).toEqual({
      ...{ countryCode: 'US', sourceCurrencyCode: 'USD', sourceAmount: 100 },
      ...{ destinationCurrencyCode: 'ETH', paymentMethodType: 'CREDIT_DEBIT_CARD' },
    })
  })

  it('opens the page of that seller, for one address that cannot be changed there', async () => {
    expect(await meldOf().open(opening)).toBe('https://meldcrypto.com/?token=abc')
    expect(seller.calls.at(-1)?.body).toMatchObject({
      sessionType: 'BUY',
      externalSessionId: 'ref',
      externalCustomerId: 'partner',
      sessionData: {
        serviceProvider: 'TRANSAK',
        walletAddress: address,
        lockFields: expect.arrayContaining(['walletAddress']),
      },
    })
  })

  it.each([
    'https://meldcrypto.com.evil.example/',
    'http://meldcrypto.com/',
    'javascript:alert(1)',
    'https://evil.example/?meld.io',
  ])('is not followed to %s', async (widgetUrl) => {
    seller.answers.set('POST /crypto/session/widget', keyed({ widgetUrl }))
    await expect(meldOf().open(opening)).rejects.toMatchObject({ code: 'API_BAD_ANSWER' })
  })

  it.each([
    ['PENDING_CREATED', 'opened'],
    ['SETTLING', 'paid'],
    ['ERROR', 'paid'],
    ['SETTLED', 'sent'],
    ['REFUNDED', 'failed'],
  ])('says %s where a purchase is %s', async (status, state) => {
    const cryptoDetails = { blockchainTransactionId: '0xabc', destinationWalletAddress: address }
    const row = {
      externalSessionId: 'ref',
      status,
      ...{ sourceAmount: 10.5, sourceCurrencyCode: 'USD' },
      destinationAmount: 0.0394,
      destinationCurrencyCode: 'ETH',
      cryptoDetails,
    }
    seller.answers.set(
      'GET /payments/transactions',
      keyed({ transactions: [{ ...row, externalSessionId: 'other' }, row] }),
    )
    const payment = { amount: '10.5', currency: 'USD' }
    expect(await meldOf().read('ref')).toEqual({
      ...{ state, payment, symbol: 'ETH', amount: '0.0394', hash: '0xabc', address },
    })
    expect(seller.calls.at(-1)?.query.get('externalSessionIds')).toBe('ref')
    expect(await meldOf().read('another')).toBeUndefined()
  })

  it.each<[string, SellerAnswer, string]>([
    ['429', { status: 429, body: {} }, 'RATE_LIMITED'],
    ['500', { status: 500, body: {} }, 'API_UNREACHABLE'],
    ['400', { status: 400, body: { code: 'BAD_REQUEST' } }, 'API_REFUSED'],
    ['no JSON', { text: '<html>' }, 'API_BAD_ANSWER'],
    ['no quotes', { body: { quotes: [] } }, 'API_REFUSED'],
    ['another amount', { body: { quotes: [quoteOf({ sourceAmount: 1000 })] } }, 'API_BAD_ANSWER'],
    ['another currency', { body: { quotes: [quoteOf({ sourceCurrencyCode: 'EUR' })] } }, 'API_BAD_ANSWER'],
    ['nothing for the money', { body: { quotes: [quoteOf({ destinationAmount: 0 })] } }, 'API_BAD_ANSWER'],
    ['a negative amount', { body: { quotes: [quoteOf({ destinationAmount: -1 })] } }, 'API_BAD_ANSWER'],
    ['another coin', { body: { quotes: [quoteOf({ destinationCurrencyCode: 'DOGE' })] } }, 'API_REFUSED'],
  ])('[SEC-G-09] quotes nothing where it answers with %s', async (_, answer, code) => {
    seller.answers.set('POST /payments/crypto/quote', () => answer)
    await expect(meldOf().quote(order)).rejects.toMatchObject({ code })
  })

  it.each<[string, SellerAnswer, string]>([
    ['a wrong key', { status: 401, body: {} }, 'API_REFUSED'],
    ['429', { status: 429, body: {} }, 'RATE_LIMITED'],
    ['500', { status: 500, body: {} }, 'API_UNREACHABLE'],
    ['nothing in time', 'hang', 'API_UNREACHABLE'],
    ['no JSON', { text: '<html>' }, 'API_BAD_ANSWER'],
    ['a redirect', { status: 302, body: {} }, 'API_UNREACHABLE'],
  ])('opens no page where it answers with %s', async (_, answer, code) => {
    seller.answers.set('POST /crypto/session/widget', () => answer)
    await expect(meldOf({ timeout: 500 }).open(opening)).rejects.toMatchObject({ code })
  })

  it('says that it refuses a wrong key, and waits no longer than it may', async () => {
    await expect(meldOf({ key: 'wrong' }).quote(order)).rejects.toMatchObject({ code: 'API_REFUSED' })
    seller.answers.set('GET /service-providers/properties/crypto-currencies', () => 'hang')
    await expect(meldOf({ timeout: 100 }).quote(order)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
  })

  it('signs what it tells, and neither another key, address, time nor body will do', () => {
    const url = 'https://api.example/v1/onramp/webhooks/meld'
    const now = new Date()
    const time = now.toISOString()
    const body = JSON.stringify({
      eventId: 'e1',
      eventType: 'TRANSACTION_CRYPTO_COMPLETE',
      payload: { externalSessionId: 'ref' },
    })
    const call = (more: { key?: string; url?: string; time?: string; body?: string } = {}) => {
      const signed = `${more.time ?? time}.${url}.${body}`
      const signature = createHmac('sha256', more.key ?? 'new')
        .update(signed)
        .digest('base64url')
      const headers = new Headers({ 'meld-signature': `${signature}=`, 'meld-signature-timestamp': more.time ?? time })
      return meldOf().readWebhook({ url: more.url ?? url, headers, body: more.body ?? body }, now)
    }
    expect(call()).toEqual({ id: 'e1', reference: 'ref' })
    expect(call({ key: 'old' })).toEqual({ id: 'e1', reference: 'ref' })
    expect(call({ key: 'stolen' })).toBeUndefined()
    expect(call({ url: 'https://api.example/v1/onramp/webhooks/coinbase' })).toBeUndefined()
    expect(call({ body: body.replace('"ref"', '"another"') })).toBeUndefined()
    expect(call({ time: new Date(now.getTime() - 301_000).toISOString() })).toBeUndefined()
  })
})
