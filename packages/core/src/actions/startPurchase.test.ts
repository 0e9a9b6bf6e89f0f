import { coinbasePayChains } from '@latchkey/protocol/onrampApi'
import { describe, expect, it, onTestFinished } from 'vitest'
import { alice, one } from '../../test/chains.js'
import { dataServer, type Route } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { getOnrampQuote } from './getOnrampQuote.js'
import { getPurchase } from './getPurchase.js'
import { startPurchase } from './startPurchase.js'

const url = `http://127.0.0.1:3080/v1/onramp/start/p1?address=${alice}`
const order = { provider: 'coinbase', symbol: 'ETH', currency: 'USD', payment: '100' } as const

async function setUp(routes: { [path: string]: Route } = {}) {
  const server = await dataServer({ '/v1/generators/onrampurl': { url, purchaseId: 'p1' }, ...routes })
  const wallet = createFakeConnector({ addresses: [alice] })
  const config = createConfig({ chains: [one], connectors: [wallet.create], api: { url: server.url }, storage: null })
  onTestFinished(() => config.destroy())
  await connect(config, { connector: 'dev.latchkey.fake' })
  return { server, config }
}
const bodyOf = async () => {
  const { server, config } = await setUp()
  await startPurchase(config, order)
  return server.seen.find(({ path }) => path === '/v1/generators/onrampurl')?.body as {
    destinationWallets: [{ address: string; blockchains: string[]; assets: string[] }]
  }
}

describe('startPurchase', () => {
  it.each(coinbasePayChains.map((name, at) => [33 + at, name, at] as const))(
    '[S9-%i] names %s among the chains of the account',
    async (_, name, at) => {
      expect((await bodyOf()).destinationWallets[0].blockchains[at]).toBe(name)
    },
  )

  it('says for whom, on which network, with how much, and follows by a name', async () => {
    expect(await bodyOf()).toMatchObject({
      destinationWallets: [{ address: alice, assets: ['ETH'] }],
      ...{ defaultNetwork: 'ethereum', partnerUserId: alice, defaultExperience: 'buy', presetFiatAmount: '100' },
    })
    const { config } = await setUp()
    expect(await startPurchase(config, order)).toEqual({ url, purchaseId: 'p1' })
  })

  it.each([
    'javascript:alert(1)',
    `http://pay.example/?address=${alice}`,
    `https://pay.example/?address=0x${'1'.repeat(40)}`,
    `data:text/html,${alice}`,
  ])('[SEC-G-06] does not lead to %s', async (given) => {
    const { config } = await setUp({ '/v1/generators/onrampurl': { url: given } })
    await expect(startPurchase(config, order)).rejects.toMatchObject({ code: 'API_BAD_ANSWER' })
  })

  it('needs an account', async () => {
    const config = createConfig({ chains: [one], api: { url: 'http://127.0.0.1:9' }, storage: null })
    onTestFinished(() => config.destroy())
    await expect(startPurchase(config, order)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})

describe('what the data API says of purchases', () => {
  const money = (amount: string, currency: string) => ({ amount, currency })
  const quote = {
    ...{ paymentTotal: money('100', 'USD'), paymentSubtotal: money('98.5', 'USD'), networkFee: money('0.1', 'USD') },
    ...{ purchaseAmount: money('0.04', 'ETH'), quoteId: 'q' },
  }
  const ask = { chainId: 'eip155:1', symbol: 'ETH', currency: 'USD', payment: '100' } as const

  it('is a quote, or a failure and never a quote that is made up', async () => {
    const { server, config } = await setUp({ '/v1/onramp/quote': quote })
    expect(await getOnrampQuote(config, ask)).toEqual(quote)
    expect(server.seen.at(-1)?.body).toMatchObject({
      ...{ purchaseCurrency: { symbol: 'ETH' }, paymentCurrency: { id: 'USD' }, amount: '100', network: 'eip155:1' },
    })
    server.routes['/v1/onramp/quote'] = 503
    await expect(getOnrampQuote(config, ask)).rejects.toMatchObject({ code: 'API_REFUSED' })
    server.routes['/v1/onramp/quote'] = { ...quote, purchaseAmount: money('NaN', 'ETH') }
    await expect(getOnrampQuote(config, ask)).rejects.toMatchObject({ code: 'API_BAD_ANSWER' })
  })

  it('is how far one is', async () => {
    const known = { id: 'p1', provider: 'coinbase', state: 'sent', chainId: 'eip155:1', address: alice, createdAt: 1 }
    const { config } = await setUp({
      '/v1/onramp/purchases/p1': { ...known, symbol: 'ETH', amount: '0.04', hash: '0x1' },
    })
    expect(await getPurchase(config, { id: 'p1' })).toMatchObject({ state: 'sent', hash: '0x1' })
  })
})
