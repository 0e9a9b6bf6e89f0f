import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/startTestServer.js'
import type { ChainInput } from '../platform/chains/chain.js'

const settings = {
  LATCHKEY_MELD_KEY: 'meld-key',
  LATCHKEY_MELD_URL: 'http://127.0.0.1:9',
  LATCHKEY_ONRAMP_SECRET: 'a secret of thirty-two characters',
}
const chain: ChainInput = {
  caip2: 'eip155:1',
  name: 'Ethereum',
  rpc: ['http://127.0.0.1:9'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const post = (body: unknown, url: string) =>
  fetch(`${url}/v1/generators/onrampurl`, { method: 'POST', body: JSON.stringify(body) })

describe('a server', () => {
  it('sells nothing without a provider, and says so', async () => {
    const plain = await startTestServer({ roles: ['data'], chains: [chain] })
    const options = await fetch(`${plain.url}/v1/onramp/options`)
    expect(await options.json()).toEqual({ paymentCurrencies: [], purchaseCurrencies: [] })
    expect(
      (
        await post(
          {
            ...{ destinationWallets: [{ address: `0x${'1'.repeat(40)}` }], partnerUserId: 'x' },
          },
          plain.url,
        )
      ).status,
    ).toBe(404)
    const { features } = (await (await fetch(`${plain.url}/appkit/v1/config`)).json()) as { features: { id: string }[] }
    expect(features.find(({ id }) => id === 'onramp')).toEqual({ id: 'onramp', isEnabled: false, config: [] })
    await plain.close()
  })

  it('names the providers to pages that ask for its features', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = privateKey.export({ format: 'pem', type: 'sec1' }).toString()
    const both = await startTestServer({
      ...{ roles: ['data'], chains: [chain] },
      env: {
        ...settings,
        LATCHKEY_COINBASE_KEY_ID: 'id',
        LATCHKEY_COINBASE_KEY: key,
        LATCHKEY_COINBASE_URL: 'http://127.0.0.1:9',
        LATCHKEY_COINBASE_WEBHOOK_KEYS: 'k',
        LATCHKEY_ONRAMP_LOCAL_URL: 'http://:s@127.0.0.1:9',
        LATCHKEY_RETENTION_PURCHASES: '30',
      },
    })
    const { features } = (await (await fetch(`${both.url}/appkit/v1/config`)).json()) as { features: { id: string }[] }
    await both.close()
    const config = ['meld', 'coinbase', 'local']
    expect(features.find(({ id }) => id === 'onramp')).toEqual({ id: 'onramp', isEnabled: true, config })
  })

  const isPublic = { LATCHKEY_MODE: 'production', LATCHKEY_PUBLIC_URL: 'https://api.example' }
  it.each([
    ['LATCHKEY_ONRAMP_SECRET', { ...isPublic, LATCHKEY_MELD_KEY: 'k' }],
    ['LATCHKEY_ONRAMP_LOCAL_URL', { ...isPublic, LATCHKEY_ONRAMP_LOCAL_URL: 'http://:s@127.0.0.1:9' }],
    ['LATCHKEY_COINBASE_KEY_ID', { LATCHKEY_COINBASE_KEY: 'k' }],
    ['LATCHKEY_COINBASE_KEY', { LATCHKEY_COINBASE_KEY: 'k', LATCHKEY_COINBASE_KEY_ID: 'i' }],
  ])('does not start with %s that does not fit', async (name, env) => {
    await expect(startTestServer({ roles: ['data'], chains: [chain], env })).rejects.toMatchObject({
      ...{ code: 'INVALID_CONFIG', message: expect.stringContaining(name) },
    })
  })
})
