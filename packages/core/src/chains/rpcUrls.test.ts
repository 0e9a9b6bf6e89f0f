import { bitcoin } from '@latchkey/bitcoin'
import { polkadot } from '@latchkey/polkadot'
import type { ChainId } from '@latchkey/protocol/caip'
import { solana } from '@latchkey/solana'
import { describe, expect, it } from 'vitest'
import { btc, one, sol, testChain } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import { rpcUrlsOf } from './rpcUrls.js'

const dot = testChain('polkadot:91b171bb158e2d3848fa23a9f1c25182')
const chains = [one, sol, btc, dot] as const

async function setUp(served: readonly ChainId[], customRpcUrls: { [chainId: string]: readonly string[] } = {}) {
  const server = await dataServer({ '/v1/supported-chains': { http: served, ws: [] } })
  const config = createConfig({
    chains,
    namespaces: [solana(), bitcoin({ wallets: false }), polkadot({ wallets: false })],
    storage: null,
    customRpcUrls,
    api: { url: server.url, projectId: 'a project' },
  })
  return { server, config }
}

describe('rpcUrlsOf', () => {
  it.each([
    [one, '/v1', { chainId: 'eip155:1' }],
    [sol, '/v1', { chainId: sol.caipNetworkId }],
    [dot, '/v1', { chainId: dot.caipNetworkId }],
    [btc, `/v1/rest/${btc.caipNetworkId}`, {}],
  ] as const)(
    'behavior: a chain that the data API serves is read through it ($caipNetworkId)',
    async (chain, path, query) => {
      const { config, server } = await setUp([chain.caipNetworkId])
      const [url = '', ...rest] = await rpcUrlsOf(config, chain)
      expect(rest).toEqual([])
      const { origin, pathname, searchParams } = new URL(url)
      expect(`${origin}${pathname}`).toBe(`${server.url}${path}`)
      expect(Object.fromEntries(searchParams)).toMatchObject({ projectId: 'a project', ...query })
      expect(searchParams.has('chainId')).toBe('chainId' in query)
    },
  )

  it('behavior: a chain that it does not serve, or no data API at all, leads to the network itself', async () => {
    const { config } = await setUp(['eip155:10'])
    const bare = createConfig({ chains, storage: null })
    for (const chain of chains) {
      expect(await rpcUrlsOf(config, chain)).toEqual(chain.rpcUrls.default.http)
      expect(await rpcUrlsOf(bare, chain)).toEqual(chain.rpcUrls.default.http)
    }
  })

  it('behavior: URLs of the app come first, in every family', async () => {
    const { config } = await setUp([btc.caipNetworkId], {
      [btc.caipNetworkId]: ['https://own.example/api'],
      [sol.caipNetworkId]: ['https://own.example/solana'],
    })
    expect((await rpcUrlsOf(config, btc))[0]).toBe('https://own.example/api')
    expect(await rpcUrlsOf(config, btc)).toHaveLength(2)
    expect(await rpcUrlsOf(config, sol)).toEqual(['https://own.example/solana', ...sol.rpcUrls.default.http])
  })
})
