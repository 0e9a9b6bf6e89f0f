import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { coinbasePayChains } from '@latchkey/protocol/onrampApi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Seller, type SellerAnswer, type SellerCall, startSeller } from '../../../test/startSeller.js'
import { defaultChains } from '../../platform/chains/defaultChains.js'
import type { Opening, Order } from '../onrampProvider.js'
import { createCoinbase } from './createCoinbase.js'

const address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const edwards = generateKeyPairSync('ed25519')
const { d = '', x = '' } = edwards.privateKey.export({ format: 'jwk' })
const edwardsKey = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const curveKey = curve.privateKey.export({ format: 'pem', type: 'sec1' }).toString()

let seller: Seller
let publicKey = edwards.publicKey

/** Checks the token as the platform does: by its key, for this call alone, and only while it counts. */
function admit({ method, path, headers }: SellerCall): boolean {
  const [header = '', claims = '', signature = ''] = (headers.authorization ?? '').replace('Bearer ', '').split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const text = Buffer.from(`${header}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  const isEdwards = publicKey.asymmetricKeyType === 'ed25519'
  const isSigned = isEdwards
    ? verify(null, text, publicKey, bytes)
    : verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
  const { alg, kid, nonce } = read(header)
  const { sub, iss, nbf, exp, uris } = read(claims)
  const now = Date.now() / 1000
  return (
    isSigned &&
    [
      alg === (isEdwards ? 'EdDSA' : 'ES256'),
      kid === 'key-id',
      /^\w{16,}$/.test(nonce),
      sub === 'key-id',
      iss === 'cdp',
    ].every(Boolean) &&
    nbf <= now + 1 &&
    exp > now &&
    exp - nbf <= 120 &&
    uris[0] === `${method} ${new URL(seller.url).host}${path}`
  )
}

const keyed =
  (body: unknown) =>
  (call: SellerCall): SellerAnswer =>
    admit(call) ? { body } : { status: 401, body: {} }
const sum = (value: string, currency: string) => ({ value, currency })
const quoteOf = (more: object = {}) => ({
  ...{ payment_total: sum('100.00', 'USD'), payment_subtotal: sum('98.50', 'USD'), coinbase_fee: sum('1.50', 'USD') },
  ...{ purchase_amount: sum('0.0394', 'ETH'), network_fee: sum('0.40', 'USD'), quote_id: 'q1' },
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
  ...{ doneUrl: 'https://api.example/v1/onramp/done', webhookUrl: 'https://api.example/v1/onramp/webhooks/coinbase' },
}
beforeAll(async () => {
  seller = await startSeller({})
})
afterAll(() => seller.stop())
beforeEach(() => {
  publicKey = edwards.publicKey
  seller.calls.length = 0
  seller.answers.clear()
  seller.answers.set('POST /onramp/v1/buy/quote', keyed(quoteOf()))
  seller.answers.set('POST /onramp/v1/token', keyed({ token: 'a-token', channel_id: '' }))
})
const coinbaseOf = (more: { key?: string; timeout?: number } = {}) =>
  createCoinbase({
    ...{
      keyId: 'key-id',
      key: edwardsKey,
      url: seller.url,
      webhookKeys: ['old', 'new'],
      clock: () => new Date(),
      fetch,
    },
    ...more,
  })

describe('Coinbase', () => {
  it('sells on its eight chains and on no other', async () => {
    const networks = [...coinbasePayChains, 'solana', 'bitcoin'].map((name) => ({
      ...{ name, display_name: name, chain_id: '', contract_address: '' },
    }))
    const rows = [
      { id: '1', name: 'Ether', symbol: 'ETH', networks },
      { id: '2', name: 'Bitcoin', symbol: 'BTC', networks: networks.slice(-1) },
    ]
    seller.answers.set('GET /onramp/v1/buy/options', keyed({ payment_currencies: [], purchase_currencies: rows }))
    const found = await coinbaseOf().currencies()
    expect(found.map(({ symbol, networks }) => [symbol, networks.map(({ name }) => name)])).toEqual([
      ['ETH', [...coinbasePayChains]],
    ])
  })

  it.each([
    ['snake_case', quoteOf()],
    [
      'camelCase',
      {
        ...{
          paymentTotal: sum('100', 'USD'),
          paymentSubtotal: sum('98.5', 'USD'),
          purchaseAmount: sum('0.0394', 'ETH'),
        },
        ...{ networkFee: sum('0.4', 'USD'), quoteId: 'q1' },
      },
    ],
  ])('quotes in %s', async (_, body) => {
    seller.answers.set('POST /onramp/v1/buy/quote', keyed(body))
    expect(await coinbaseOf().quote(order)).toEqual({
      paymentTotal: { amount: '100', currency: 'USD' },
      paymentSubtotal: { amount: '98.5', currency: 'USD' },
      purchaseAmount: { amount: '0.0394', currency: 'ETH' },
      networkFee: { amount: '0.4', currency: 'USD' },
      quoteId: 'q1',
    })
    expect(seller.calls[0]?.body).toMatchObject({ purchaseNetwork: 'ethereum', paymentMethod: 'CARD', country: 'US' })
  })

  it('takes a key of either kind', async () => {
    publicKey = createPublicKey(curve.publicKey.export({ format: 'pem', type: 'spki' }))
    expect(await coinbaseOf({ key: curveKey }).quote(order)).toMatchObject({ quoteId: 'q1' })
    expect(await coinbaseOf({ key: curveKey.replaceAll('\n', '\\n') }).quote(order)).toMatchObject({ quoteId: 'q1' })
    expect(() => coinbaseOf({ key: 'nonsense' })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
  })

  it('opens a page with a token for one account and one browser', async () => {
    const url = new URL(await coinbaseOf().open(opening))
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ sessionToken: 'a-token', partnerUserRef: 'ref', defaultNetwork: 'ethereum', defaultExperience: 'buy' },
      ...{ presetFiatAmount: '100', defaultAsset: 'ETH' },
    })
    expect(url.href).not.toContain(address)
    expect(seller.calls[0]?.body).toEqual({
      ...{ addresses: [{ address, blockchains: ['ethereum'] }], clientIp: '203.0.113.7', assets: ['ETH'] },
    })
  })

  it.each([
    ['ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', 'paid'],
    ['ONRAMP_TRANSACTION_STATUS_SUCCESS', 'sent'],
    ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failed'],
  ])('says %s where a purchase is %s', async (status, state) => {
    const row = {
      status,
      payment_total: sum('10.50', 'USD'),
      purchase_currency: 'ETH',
      purchase_amount: sum('0.0394', 'ETH'),
      tx_hash: '0xabc',
      wallet_address: address,
    }
    seller.answers.set('GET /onramp/v1/buy/user/ref/transactions', keyed({ transactions: [row] }))
    const payment = { amount: '10.5', currency: 'USD' }
    expect(await coinbaseOf().read('ref')).toEqual({
      ...{ state, payment, symbol: 'ETH', amount: '0.0394', hash: '0xabc', address },
    })
    seller.answers.set('GET /onramp/v1/buy/user/ref/transactions', keyed({ transactions: [] }))
    expect(await coinbaseOf().read('ref')).toBeUndefined()
  })

  it.each<[string, SellerAnswer, string]>([
    ['429', { status: 429, body: {} }, 'RATE_LIMITED'],
    ['500', { status: 500, body: {} }, 'API_UNREACHABLE'],
    ['400', { status: 400, body: {} }, 'API_REFUSED'],
    ['a redirect', { status: 302, body: {} }, 'API_UNREACHABLE'],
    ['no JSON', { text: '<html>' }, 'API_BAD_ANSWER'],
    ['another amount', { body: quoteOf({ payment_total: sum('1000', 'USD') }) }, 'API_BAD_ANSWER'],
    ['another coin', { body: quoteOf({ purchase_amount: sum('5', 'DOGE') }) }, 'API_BAD_ANSWER'],
    ['more taken than paid', { body: quoteOf({ payment_subtotal: sum('101', 'USD') }) }, 'API_BAD_ANSWER'],
    ['no number', { body: quoteOf({ purchase_amount: sum('NaN', 'ETH') }) }, 'API_BAD_ANSWER'],
  ])('[SEC-G-09] quotes nothing where it answers with %s', async (_, answer, code) => {
    seller.answers.set('POST /onramp/v1/buy/quote', () => answer)
    await expect(coinbaseOf().quote(order)).rejects.toMatchObject({ code })
  })

  it.each<[string, SellerAnswer, string]>([
    ['a wrong key', { status: 401, body: {} }, 'API_REFUSED'],
    ['429', { status: 429, body: {} }, 'RATE_LIMITED'],
    ['500', { status: 500, body: {} }, 'API_UNREACHABLE'],
    ['nothing in time', 'hang', 'API_UNREACHABLE'],
    ['no JSON', { text: '<html>' }, 'API_BAD_ANSWER'],
    ['a redirect', { status: 302, body: {} }, 'API_UNREACHABLE'],
  ])('opens no page where it answers with %s', async (_, answer, code) => {
    seller.answers.set('POST /onramp/v1/token', () => answer)
    await expect(coinbaseOf({ timeout: 500 }).open(opening)).rejects.toMatchObject({ code })
  })

  it('says that it refuses a wrong key, and waits no longer than it may', async () => {
    await expect(coinbaseOf({ key: curveKey }).quote(order)).rejects.toMatchObject({ code: 'API_REFUSED' })
    seller.answers.set('POST /onramp/v1/buy/quote', () => 'hang')
    await expect(coinbaseOf({ timeout: 100 }).quote(order)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
  })

  it('signs what it tells, and neither another key, time nor body will do', () => {
    const now = new Date()
    const seconds = Math.floor(now.getTime() / 1000)
    const body = JSON.stringify({ eventType: 'onramp.transaction.success', partnerUserRef: 'ref' })
    const call = (more: { key?: string; seconds?: number; body?: string } = {}) => {
      const time = more.seconds ?? seconds
      const v0 = createHmac('sha256', more.key ?? 'new')
        .update(`${time}.${body}`)
        .digest('hex')
      const headers = new Headers({ 'x-hook0-signature': `t=${time},v0=${v0},h=content-type,v1=00` })
      return coinbaseOf().readWebhook({ url: '', headers, body: more.body ?? body }, now)
    }
    expect(call()).toMatchObject({ reference: 'ref' })
    expect(call({ key: 'old' })).toMatchObject({ reference: 'ref' })
    expect(call({ key: 'stolen' })).toBeUndefined()
    expect(call({ seconds: seconds - 301 })).toBeUndefined()
    expect(call({ body: `${body} ` })).toBeUndefined()
    expect(coinbaseOf().readWebhook({ url: '', headers: new Headers(), body }, now)).toBeUndefined()
  })
})
