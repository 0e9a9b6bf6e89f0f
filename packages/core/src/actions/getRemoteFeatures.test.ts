import { createConfig, createStorage, getOnrampOptions, getRemoteFeatures } from '@latchkey/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { one } from '../../test/chains.js'
import { dataServer, type Route } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import type { Features } from '../config/features.js'

const path = '/appkit/v1/config'

async function setUp(route: Route, features: Partial<Features> = {}) {
  const server = await dataServer({ [path]: route })
  const storage = createStorage({ store: memoryStore() })
  const config = createConfig({ chains: [one], api: { url: server.url }, storage, features })
  onTestFinished(() => config.destroy())
  return { server, config }
}

const both = (swap: object, onramp: object) => ({
  features: [
    { id: 'swap', ...swap },
    { id: 'onramp', ...onramp },
  ],
})

describe('getRemoteFeatures', () => {
  it.each([
    [
      'on',
      both({ isEnabled: true, config: ['1inch'] }, { isEnabled: true, config: ['coinbase'] }),
      ['1inch'],
      ['coinbase'],
    ],
    ['off', both({ isEnabled: false, config: ['1inch'] }, { isEnabled: false, config: ['coinbase'] }), [], []],
    ['on, with nobody', both({ isEnabled: true, config: [] }, { isEnabled: true, config: [] }), [], []],
    ['missing', { features: [] }, [], []],
    [
      'left to the app',
      both({ isEnabled: true, config: null }, { isEnabled: true, config: null }),
      ['1inch'],
      ['meld', 'coinbase'],
    ],
  ])('follows the data API: %s', async (_, route, swaps, onramp) => {
    expect(await getRemoteFeatures((await setUp(route)).config)).toEqual({ swaps, onramp })
  })

  it.each([500, 404, { features: 'nonsense' }])(
    '[S9-63][S9-64] keeps 1inch, meld and coinbase where the call ends with %j',
    async (route) => {
      const { config } = await setUp(route)
      expect(await getRemoteFeatures(config)).toEqual({ swaps: ['1inch'], onramp: ['meld', 'coinbase'] })
    },
  )

  it('keeps what the config says where the data API says nothing', async () => {
    const { config } = await setUp(500, { swaps: false, onramp: false })
    expect(await getRemoteFeatures(config)).toEqual({ swaps: [], onramp: [] })
    expect(config.alerts.current?.code).not.toBe('LOCAL_CONFIG_IGNORED')
  })

  it('[S1-25] goes before the config, and tells the developer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { config } = await setUp(both({ isEnabled: true, config: ['1inch'] }, { isEnabled: false, config: [] }), {
      swaps: false,
    })
    expect(await getRemoteFeatures(config)).toEqual({ swaps: ['1inch'], onramp: [] })
    await vi.waitFor(() => expect(config.alerts.current).toMatchObject({ title: 'Local configuration ignored' }))
    expect(config.alerts.current?.detail).toContain('features.swaps')
  })

  it('asks once in five minutes', async () => {
    const { config, server } = await setUp(
      both({ isEnabled: true, config: ['1inch'] }, { isEnabled: false, config: [] }),
    )
    for (const _ of [1, 2]) await getRemoteFeatures(config)
    expect(server.count(path)).toBe(1)
  })

  it('names nobody without a data API', async () => {
    const config = createConfig({ chains: [one], storage: null })
    onTestFinished(() => config.destroy())
    expect(await getRemoteFeatures(config)).toEqual({ swaps: [], onramp: [] })
    expect(await getOnrampOptions(config)).toEqual({ paymentCurrencies: [], purchaseCurrencies: [] })
  })
})
