import { describe, expect, it } from 'vitest'
import { one, ten } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import { getPrices } from './getPrices.js'

const eth = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const path = '/v1/fungible/price'
const price = { address: eth, name: 'Ether', symbol: 'ETH', iconUrl: '', price: 2500 }

async function setUp(route: object | number = { fungibles: [price] }) {
  const server = await dataServer({ '/v1/supported-chains': { http: ['eip155:1'], ws: [] }, [path]: route })
  const api = { url: `${server.url}/`, projectId: 'p' }
  return { server, config: createConfig({ chains: [one, ten], api, storage: null }) }
}

describe('getPrices', () => {
  it('[S7-19][S7-20][S7-21][S7-22] posts the currency, the CAIP-10 tokens and the project', async () => {
    const { config, server } = await setUp()
    expect(await getPrices(config, { addresses: [eth, `eip155:10:${eth.slice(9)}`] })).toEqual([price])
    expect(server.seen.at(-1)).toMatchObject({
      method: 'POST',
      path,
      body: { currency: 'usd', addresses: [eth], projectId: 'p' },
    })
  })

  it('asks nobody for nothing, for chains that are not served, or without a data API', async () => {
    const { config, server } = await setUp()
    expect(await getPrices(config, { addresses: [] })).toEqual([])
    expect(await getPrices(config, { addresses: ['eip155:10:0xee'] })).toEqual([])
    expect(await getPrices(createConfig({ chains: [one], storage: null }), { addresses: [eth] })).toEqual([])
    expect(server.count(path)).toBe(0)
  })

  it.each([
    [500, 'API_REFUSED'],
    [400, 'API_REFUSED'],
    [{ fungibles: [{ ...price, price: 'free' }] }, 'API_BAD_ANSWER'],
  ])('error: %o ends in %s', async (route, code) => {
    const { config } = await setUp(route)
    await expect(getPrices(config, { addresses: [eth] })).rejects.toMatchObject({ code })
  })
})
