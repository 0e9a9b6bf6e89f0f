import { expect, it } from 'vitest'
import { swapAddresses, swapV3Addresses } from '../chains/evm/contractAddresses.js'
import type { LocalChain } from '../chains/evm/localChain.js'
import { pageConfig } from './pageConfig.js'
import { serverSwaps } from './serverSwaps.js'

it('the page names the router that the server swaps by, along pools of both kinds on the second chain', () => {
  const chains = [31_337, 31_338].map((chainId) => ({ chainId, caip2: `eip155:${chainId}` }) as LocalChain)
  const [first, second] = Object.values<{ router: string; v2?: object; v3?: object }>(JSON.parse(serverSwaps(chains)))
  expect(first).toMatchObject({ router: swapAddresses.router, v2: {} })
  expect(first?.v3).toBeUndefined()
  expect(second).toMatchObject({ router: swapV3Addresses.router, v2: {}, v3: {} })
  const place = { url: 'http://localhost:1', scriptUrl: '', faucetUrl: '' }
  const around = { families: [], apiUrl: '', relayUrl: '', wallet: place, phone: place, frame: place, inbox: place }
  expect(pageConfig({ chains, ...around })).toMatchObject({
    chains: [{ swapRouter: first?.router }, { swapRouter: second?.router }],
  })
})
