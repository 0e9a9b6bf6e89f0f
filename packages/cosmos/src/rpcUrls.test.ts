import { createConfig, getBalance, toAccountId } from '@latchkey/core'
import { expect, it, onTestFinished } from 'vitest'
import { dataServer } from '../../core/test/dataServer.js'
import { cosmosHub } from './chains.js'
import { cosmos } from './cosmos.js'

it('behavior: a chain that a Latchkey server serves is read by REST through it', async () => {
  const chainId = cosmosHub.caipNetworkId
  const address = 'cosmos1sguafvgmel6f880ryvq8efh9522p8zvmrzlcrq'
  const server = await dataServer({
    '/v1/supported-chains': { http: [chainId], ws: [] },
    [`/v1/rest/${chainId}/cosmos/bank/v1beta1/balances/${address}/by_denom`]: {
      balance: { denom: 'uatom', amount: '1500000' },
    },
  })
  const config = createConfig({
    chains: [cosmosHub],
    namespaces: [cosmos({ wallets: false })],
    storage: null,
    api: { url: server.url, projectId: 'a project' },
  })
  onTestFinished(() => config.destroy())
  expect((await getBalance(config, { account: toAccountId(chainId, address) })).value).toBe(1_500_000n)
})
