import { describe, expect, it, vi } from 'vitest'
import { browserTabs } from '../../test/browserTabs.js'
import { one } from '../../test/chains.js'
import { dataServer, type Route } from '../../test/dataServer.js'
import { followTabs } from '../config/followTabs.js'
import { createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { getCurrency } from './getCurrency.js'
import { getFiatRates } from './getFiatRates.js'
import { setCurrency } from './setCurrency.js'
import { watchCurrency } from './watchCurrency.js'

describe('the currency', () => {
  it('is what was chosen, else that of the config, else the dollar', () => {
    const config = createConfig({ chains: [one], storage: null, currency: 'gbp' })
    expect(getCurrency(createConfig({ chains: [one], storage: null }))).toBe('usd')
    expect(getCurrency(config)).toBe('gbp')
    setCurrency(config, { currency: 'jpy' })
    expect(getCurrency(config)).toBe('jpy')
  })

  it('is kept for the next visit, and told to those who watch', () => {
    const { storage } = browserTabs().open('A')
    const config = createConfig({ chains: [one], storage })
    const heard = vi.fn()
    const others = vi.fn()
    const stop = watchCurrency(config, { onChange: heard })
    config.subscribe(others)
    setCurrency(config, { currency: 'eur' })
    setCurrency(config, { currency: 'eur' })
    expect(heard.mock.calls).toEqual([['eur']])
    // It is no part of the state.
    expect(others).not.toHaveBeenCalled()
    stop()
    setCurrency(config, { currency: 'jpy' })
    setCurrency(config, { currency: 'eur' })
    expect(heard).toHaveBeenCalledOnce()
    expect(getCurrency(createConfig({ chains: [one], storage }))).toBe('eur')
  })

  it('is the same in all tabs of the site', async () => {
    const tabs = browserTabs()
    const [a, b] = ['A', 'B'].map((name) => {
      const { storage, target } = tabs.open(name)
      const config = createConfig({ chains: [one], storage })
      followTabs(config, target)
      return config
    }) as [ReturnType<typeof createConfig>, ReturnType<typeof createConfig>]
    const heard = vi.fn()
    watchCurrency(b, { onChange: heard })
    setCurrency(a, { currency: 'eur' })
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['eur']]))
    expect(getCurrency(b)).toBe('eur')
    expect(tabs.writes).toEqual(['A @latchkey/currency'])
  })

  it.each(['"xyz"', '"EUR"', '"btc"', '7', '{', '"__proto__"'])('is not what is broken in the storage: %s', (text) => {
    const store = { getItem: () => text, setItem() {}, removeItem() {} }
    const config = createConfig({ chains: [one], storage: createStorage({ store }) })
    expect(getCurrency(config)).toBe('usd')
  })

  it('error: one that is not offered is refused, and what was chosen stays', () => {
    const config = createConfig({ chains: [one], storage: null })
    setCurrency(config, { currency: 'eur' })
    expect(() => setCurrency(config, { currency: 'btc' as 'eur' })).toThrow(/btc is not a supported currency/)
    expect(getCurrency(config)).toBe('eur')
  })
})

describe('getFiatRates', () => {
  async function setUp(route: Route) {
    const server = await dataServer({ '/v1/fiat-rates': route })
    return { server, config: createConfig({ chains: [one], api: { url: server.url, projectId: 'p' }, storage: null }) }
  }

  it('tells the rates of currencies that are offered, and asks once in 10 min', async () => {
    const { config, server } = await setUp({ rates: { eur: 0.9, xyz: 3, usd: 7 } })
    expect(await getFiatRates(config)).toEqual({ usd: 1, eur: 0.9 })
    expect(await getFiatRates(config)).toEqual({ usd: 1, eur: 0.9 })
    expect(server.count('/v1/fiat-rates')).toBe(1)
    expect(server.seen[0]).toMatchObject({ method: 'GET', query: { projectId: 'p' } })
  })

  it('knows the dollar alone without a data API', async () => {
    expect(await getFiatRates(createConfig({ chains: [one], storage: null }))).toEqual({ usd: 1 })
  })

  it.each([
    [500, 'API_REFUSED'],
    [404, 'API_REFUSED'],
    [{ rates: { eur: 'much' } }, 'API_BAD_ANSWER'],
    [{ rates: { eur: 0 } }, 'API_BAD_ANSWER'],
  ] as const)('error: %o ends in %s', async (route, code) => {
    const { config } = await setUp(route)
    await expect(getFiatRates(config)).rejects.toMatchObject({ code })
  })

  it('error: who stops waiting is told so', async () => {
    const { config } = await setUp({ rates: {} })
    await expect(getFiatRates(config, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
