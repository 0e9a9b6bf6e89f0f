import { createHmac, randomUUID } from 'node:crypto'
import { history } from '@latchkey/protocol/accountApi'
import { onrampOptions, onrampQuote, onrampUrl, type PurchaseState } from '@latchkey/protocol/onrampApi'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hash, startMeld, type Told } from '../../test/startMeld.js'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import type { Seller } from '../../test/startSeller.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { ChainInput } from '../platform/chains/chain.js'
import type { RunningServer } from '../startServer.js'

const addressOf = () => `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`
let seller: Seller
let node: ScriptedNode
let server: RunningServer
let receipt: { status: string; to: string; logs: { topics: string[] }[] } | null = null
let told: Told

const settings = () => ({
  LATCHKEY_MELD_KEY: 'meld-key',
  LATCHKEY_MELD_URL: seller.url,
  LATCHKEY_MELD_WEBHOOK_KEYS: 'hook-key',
  LATCHKEY_ONRAMP_SECRET: 'a secret of thirty-two characters',
})
const chainOf = (): ChainInput => ({
  caip2: 'eip155:1',
  name: 'Ethereum',
  rpc: [node.url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

beforeAll(async () => {
  ;({ seller, told } = await startMeld())
  node = await startScriptedNode({
    rpc: {
      eth_chainId: () => ({ result: '0x1' }),
      eth_getTransactionReceipt: () => ({ result: receipt && { blockNumber: '0x10', ...receipt } }),
    },
  })
  server = await startTestServer({ roles: ['data'], chains: [chainOf()], env: settings() })
}, 120_000)
afterAll(async () => {
  await server?.close()
  await node?.stop()
  await seller?.stop()
})
beforeEach(() => {
  receipt = null
})

const post = (path: string, body: unknown, url = server.url) =>
  fetch(`${url}${path}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
const wish = (address: string, more: object = {}) => ({
  ...{ destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['ETH'] }], partnerUserId: address },
  ...{ defaultNetwork: 'ethereum', defaultExperience: 'buy', presetFiatAmount: '10', purchaseCurrency: 'ETH' },
  ...more,
})

async function begin(address = addressOf()) {
  const answer = await post('/v1/generators/onrampurl?projectId=local', wish(address))
  const { url, purchaseId = '' } = onrampUrl.parse(await answer.json())
  return { url, purchaseId, address }
}
/** Begins a purchase and opens its page; tells what the provider knows it by. */
async function open(address?: string) {
  const begun = await begin(address)
  const page = await fetch(begun.url, { redirect: 'manual' })
  const call = seller.calls.findLast(({ path }) => path === '/crypto/session/widget')
  const { externalSessionId: reference = '' } = (call?.body ?? {}) as { externalSessionId?: string }
  return { ...begun, page, reference }
}
const read = async (id: string) =>
  (await (await fetch(`${server.url}/v1/onramp/purchases/${id}`)).json()) as {
    state: PurchaseState
    hash: string | null
  }
/** Sends word of a purchase, as Meld signs it. */
function tell(reference: string, more: { id?: string; key?: string; time?: Date; reencode?: boolean } = {}) {
  const url = `${server.url}/v1/onramp/webhooks/meld`
  const time = (more.time ?? new Date()).toISOString()
  const body = JSON.stringify({ eventId: more.id ?? randomUUID(), payload: { externalSessionId: reference } })
  const signature = createHmac('sha256', more.key ?? 'hook-key')
    .update(`${time}.${url}.${body}`)
    .digest('base64url')
  return fetch(url, {
    method: 'POST',
    body: more.reencode ? JSON.stringify(JSON.parse(body), null, 1) : body,
    headers: { 'meld-signature': signature, 'meld-signature-timestamp': time },
  })
}
const asked = () => seller.calls.filter(({ path }) => path === '/payments/transactions').length

describe('POST /v1/generators/onrampurl', () => {
  it('[S7-51][S7-58] answers any page with an address of ours that carries the account and leads to the provider', async () => {
    const { url, page, address } = await open()
    expect(url.startsWith(`${server.url}/v1/onramp/start/`)).toBe(true)
    expect(new URL(url).searchParams.get('address')).toBe(address)
    expect([page.status, page.headers.get('location')]).toEqual([302, 'https://meldcrypto.com/?token=abc'])
    const preflight = await fetch(`${server.url}/v1/generators/onrampurl`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect([preflight.ok, preflight.headers.get('access-control-allow-origin')]).toEqual([true, '*'])
  })

  it('[S7-58] begins with https where the server is public', async () => {
    const open = await startTestServer({
      ...{ roles: ['data'], chains: [chainOf()] },
      env: { ...settings(), LATCHKEY_MODE: 'production', LATCHKEY_PUBLIC_URL: 'https://api.example' },
    })
    const address = addressOf()
    const { url } = onrampUrl.parse(await (await post('/v1/generators/onrampurl', wish(address), open.url)).json())
    await open.close()
    expect(url).toMatch(/^https:\/\/api\.example\/v1\/onramp\/start\//)
    expect(url).toContain(address)
  })

  it.each([
    ['[S7-52] destinationWallets', { destinationWallets: undefined }],
    ['[S7-52] destinationWallets', { destinationWallets: [] }],
    ['[S7-54] partnerUserId', { partnerUserId: undefined }],
    ['[S7-57] presetFiatAmount', { presetFiatAmount: '9.99' }],
    ['network', { defaultNetwork: 'dogecoin' }],
    ['destinationWallets', { destinationWallets: [{ address: 'nobody' }] }],
  ])('refuses a wrong %s with 400', async (_, more) => {
    const answer = await post('/v1/generators/onrampurl', wish(addressOf(), more))
    expect(answer.status).toBe(400)
  })

  it('[S7-53][S7-55][S7-56][S7-57] takes ethereum, buy and no amount where nothing is said', async () => {
    const { destinationWallets, partnerUserId } = wish(addressOf())
    const answer = await post('/v1/generators/onrampurl', { destinationWallets, partnerUserId })
    const { purchaseId = '' } = onrampUrl.parse(await answer.json())
    expect(await read(purchaseId)).toMatchObject({ state: 'created', chainId: 'eip155:1', symbol: null, amount: null })
  })

  it('tells the provider a name of its own instead of the account, the same for one account', async () => {
    const names = (at: number) => seller.calls.filter(({ path }) => path === '/crypto/session/widget').at(at)?.body
    const { address } = await open()
    const first = names(-1) as { externalCustomerId: string; externalSessionId: string }
    await open(address)
    const second = names(-1) as typeof first
    expect(first.externalCustomerId).toMatch(/^[0-9a-f]{40}$/)
    expect(second.externalCustomerId).toBe(first.externalCustomerId)
    expect(second.externalSessionId).not.toBe(first.externalSessionId)
  })

  it('shows a page where the provider does not answer, and where the purchase is over', async () => {
    const { url } = await begin()
    const kept = seller.answers.get('POST /crypto/session/widget')
    seller.answers.set('POST /crypto/session/widget', () => ({ status: 500 }))
    const down = await fetch(url, { redirect: 'manual' })
    if (kept) seller.answers.set('POST /crypto/session/widget', kept)
    expect([down.status, await down.text()]).toEqual([503, expect.stringContaining('Nothing was paid')])
    const gone = await fetch(`${server.url}/v1/onramp/start/nothing`)
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('This purchase is not open')])
    const done = await fetch(`${server.url}/v1/onramp/done`)
    expect(await done.text()).toContain('You can close this window')
  })
})

describe('what is sold', () => {
  it('[S7-59][S9-29][S9-30][S9-31][S9-32] lists currencies with the limits of card and bank account', async () => {
    const answer = await fetch(`${server.url}/v1/onramp/options`, { headers: { origin: 'https://app.example' } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const limits = [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ]
    const { paymentCurrencies, purchaseCurrencies } = onrampOptions.parse(await answer.json())
    expect(paymentCurrencies).toEqual(['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })))
    // Base is a chain that this server does not have.
    expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks.map(({ name }) => name)])).toEqual([
      ['ETH', ['ethereum']],
    ])
  })

  const request = {
    purchaseCurrency: { symbol: 'ETH' },
    paymentCurrency: { id: 'USD' },
    amount: '10',
    network: 'ethereum',
  }

  it('[S7-60] quotes what a provider asks', async () => {
    const answer = await post('/v1/onramp/quote?projectId=local', request)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(onrampQuote.parse(await answer.json())).toMatchObject({
      paymentTotal: { amount: '10', currency: 'USD' },
      purchaseAmount: { amount: '0.0394', currency: 'ETH' },
    })
  })

  it.each<[string, object]>([
    ['[S7-61] purchaseCurrency', { purchaseCurrency: undefined }],
    ['[S7-62] paymentCurrency', { paymentCurrency: undefined }],
    ['[S7-62] paymentCurrency', { paymentCurrency: { id: 'XYZ' } }],
    ['[S7-63] amount', { amount: undefined }],
    ['[S7-64] network', { network: undefined }],
    ...['9.99', '25000.01', '1e3', '1,5', '٣', '-10', '10.001'].map((amount): [string, object] => [
      `[SEC-G-07] amount (${amount})`,
      { amount },
    ]),
    ['amount by card', { amount: '7500.01', paymentMethod: 'card' }],
  ])('quotes nothing for a wrong %s', async (_, more) => {
    expect((await post('/v1/onramp/quote', { ...request, ...more })).status).toBe(400)
  })

  it.each(['7500', '7500.01', '25000'])('quotes %s by the way that takes it', async (amount) => {
    expect((await post('/v1/onramp/quote', { ...request, amount })).status).toBe(200)
    const paymentMethodType = amount === '7500' ? 'CREDIT_DEBIT_CARD' : 'ACH'
    expect(seller.calls.at(-1)?.body).toMatchObject({ paymentMethodType })
  })

  it('answers the other calls of clients', async () => {
    const get = async (path: string) => (await (await fetch(`${server.url}/v1/onramp/${path}`)).json()) as never
    const properties = (type: string) => get(`providers/properties?projectId=local&type=${type}`)
    expect(await get('providers?projectId=local')).toMatchObject([{ serviceProvider: 'MELD', name: 'Meld' }])
    expect(await properties('crypto-currencies')).toMatchObject([{ currencyCode: 'ETH', chainId: 'eip155:1' }])
    expect(await properties('fiat-currencies')).toMatchObject([{ currencyCode: 'USD' }, { currencyCode: 'EUR' }])
    expect(await properties('payment-methods')).toMatchObject([{ paymentMethod: 'CREDIT_DEBIT_CARD' }, {}, {}])
    expect(await properties('fiat-purchases-limits')).toMatchObject([{ minimumAmount: 10, maximumAmount: 25_000 }, {}])
    expect(await properties('countries-defaults')).toContainEqual({
      ...{ countryCode: 'US', defaultCurrencyCode: 'USD', defaultPaymentMethods: ['CREDIT_DEBIT_CARD', 'ACH'] },
    })
    expect(await properties('countries')).toContainEqual(
      expect.objectContaining({ countryCode: 'DE', name: 'Germany' }),
    )
    expect((await fetch(`${server.url}/v1/onramp/providers/properties?type=x`)).status).toBe(400)
    const many = { destinationCurrencyCode: 'ETH', sourceAmount: 10, sourceCurrencyCode: 'USD', countryCode: 'US' }
    const quotes = await (await post('/v1/onramp/multi/quotes?projectId=local', many)).json()
    expect(quotes).toMatchObject([
      { serviceProvider: 'MELD', destinationAmount: 0.0394, totalFee: 0.2, networkFee: 0.4 },
    ])
    const sessionData = { ...many, walletAddress: addressOf(), serviceProvider: 'MELD' }
    const { widgetUrl } = (await (await post('/v1/onramp/widget', { sessionData })).json()) as { widgetUrl: string }
    expect(widgetUrl).toContain(`/v1/onramp/start/`)
    expect(await get('buy/options?country=US')).toMatchObject({
      ...{ paymentCurrencies: [{ id: 'USD', limits: [{ id: 'card' }, {}] }, {}] },
      purchaseCurrencies: [{ networks: [{ name: 'ethereum', displayName: 'Ethereum', chainId: 'eip155:1' }] }],
    })
    const query = 'purchaseCurrency=ETH&paymentAmount=10&paymentCurrency=USD&paymentMethod=CARD&country=US'
    expect(await get(`buy/quotes?${query}`)).toMatchObject({
      ...{ paymentSubTotal: { value: '9.8', currency: 'USD' }, coinbaseFee: { value: '0.2', currency: 'USD' } },
    })
  })
})

describe('a purchase', () => {
  it('is paid, sent, and has arrived when its transaction is in a block', async () => {
    const { purchaseId, reference, address } = await open()
    told.set(reference, { status: 'SETTLING' })
    expect((await tell(reference)).status).toBe(200)
    expect(await read(purchaseId)).toMatchObject({ state: 'paid', symbol: 'ETH', amount: '0.0394' })
    told.set(reference, { status: 'SETTLED' })
    await tell(reference)
    expect(await read(purchaseId)).toMatchObject({ state: 'sent', hash })
    receipt = { status: '0x1', to: address, logs: [] }
    await tell(reference)
    expect(await read(purchaseId)).toMatchObject({ state: 'arrived', hash })
  })

  it('is in the history of its account, without what was paid for it', async () => {
    const { reference, address } = await open()
    const list = async () => {
      const answer = await fetch(`${server.url}/v1/account/${address}/history?chainId=eip155:1&onramp=coinbase`)
      return (await answer.json()) as { data: { metadata: { status: string } }[] }
    }
    expect((await list()).data).toEqual([])
    told.set(reference, { status: 'SETTLING' })
    await tell(reference)
    expect((await list()).data[0]?.metadata.status).toBe('ONRAMP_TRANSACTION_STATUS_IN_PROGRESS')
    told.set(reference, { status: 'SETTLED' })
    receipt = { status: '0x1', to: address, logs: [] }
    await tell(reference)
    const found = await list()
    expect(found.data[0]).toMatchObject({
      metadata: {
        operationType: 'buy',
        sentFrom: 'Meld',
        sentTo: address,
        status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
        hash,
      },
      transfers: [{ direction: 'in', fungible_info: { symbol: 'ETH' }, quantity: { numeric: '0.0394' } }],
    })
    expect(history.parse(found).data[0]?.metadata.status).toBe('confirmed')
    expect(JSON.stringify(found)).not.toContain('"10"')
  })

  it('arrives without any word, while somebody looks', async () => {
    const { purchaseId, reference, address } = await open()
    told.set(reference, { status: 'SETTLED', destinationWalletAddress: address })
    receipt = { status: '0x1', to: address, logs: [] }
    await expect.poll(async () => (await read(purchaseId)).state, { timeout: 20_000 }).toBe('arrived')
  })

  it('has not arrived where the provider speaks of another account, or its payment failed', async () => {
    const { purchaseId, reference, address } = await open()
    told.set(reference, { status: 'SETTLED', destinationWalletAddress: addressOf() })
    receipt = { status: '0x1', to: address, logs: [] }
    expect((await tell(reference)).status).toBe(503)
    expect(await read(purchaseId)).toMatchObject({ state: 'opened' })
    told.set(reference, { status: 'SETTLED', destinationWalletAddress: address })
    receipt = { status: '0x0', to: address, logs: [] }
    await tell(reference)
    expect(await read(purchaseId)).toMatchObject({ state: 'sent' })
  })
})

describe('a message of a provider', () => {
  it('[SEC-H-01] is refused under another key', async () => {
    const { purchaseId, reference } = await open()
    told.set(reference, { status: 'SETTLING' })
    const before = asked()
    expect((await tell(reference, { key: 'forged' })).status).toBe(401)
    expect((await fetch(`${server.url}/v1/onramp/webhooks/meld`, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(asked()).toBe(before)
    expect(await read(purchaseId)).toMatchObject({ state: expect.stringMatching(/opened|paid/) })
  })

  it('[SEC-H-02] is refused when it is old', async () => {
    const { reference } = await open()
    expect((await tell(reference, { time: new Date(Date.now() - 310_000) })).status).toBe(401)
    expect((await tell(reference, { time: new Date(Date.now() + 310_000) })).status).toBe(401)
  })

  it('[SEC-H-03] makes one question of fifty that come at once, and all are taken', async () => {
    const { purchaseId, reference } = await open()
    told.set(reference, { status: 'SETTLING' })
    const before = asked()
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell(reference, { id: `same-${reference}` })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked() - before).toBe(1)
    expect(await read(purchaseId)).toMatchObject({ state: 'paid' })
  })

  it('[SEC-H-04] moves nothing back when words come out of order', async () => {
    const { purchaseId, reference, address } = await open()
    told.set(reference, { status: 'SETTLED' })
    receipt = { status: '0x1', to: address, logs: [] }
    await tell(reference)
    for (const status of ['PENDING_CREATED', 'SETTLING', 'FAILED']) {
      told.set(reference, { status })
      expect((await tell(reference)).status).toBe(200)
      expect((await read(purchaseId)).state).toBe('arrived')
    }
  })

  it('[SEC-H-05] is refused when its body was written anew', async () => {
    const { reference } = await open()
    expect((await tell(reference, { reencode: true })).status).toBe(401)
  })

  it('comes again where the provider could not be asked', async () => {
    const { purchaseId, reference } = await open()
    told.set(reference, { status: 'SETTLING' })
    const kept = seller.answers.get('GET /payments/transactions')
    seller.answers.set('GET /payments/transactions', () => ({ status: 500 }))
    expect((await tell(reference, { id: `again-${reference}` })).status).toBe(503)
    if (kept) seller.answers.set('GET /payments/transactions', kept)
    expect((await tell(reference, { id: `again-${reference}` })).status).toBe(200)
    expect(await read(purchaseId)).toMatchObject({ state: 'paid' })
  })
})
