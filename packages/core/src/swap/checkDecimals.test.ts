import { createConfig } from '@latchkey/core'
import { type EvmChains, localTokens, startEvmChains } from '@latchkey/devnet'
import { evmNativeAddress } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkDecimals } from './checkDecimals.js'

const [usdc] = localTokens
const address = `eip155:31337:${usdc.address}` as const
const silent = 'http://127.0.0.1:9'

describe('decimals that the data API tells', () => {
  let local: EvmChains
  beforeAll(async () => {
    local = await startEvmChains()
  })
  afterAll(() => local.stop())

  /** Checks USDC, which has 6, over these nodes. */
  const check = (decimals: number, nodes: readonly string[], api = silent) => {
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const config = createConfig({
      chains: [{ id: 31337, name: 'Local', nativeCurrency, rpcUrls: { default: { http: nodes } } }],
      api: { url: api },
      storage: null,
    })
    onTestFinished(() => config.destroy())
    return {
      token: checkDecimals(config, { address, symbol: 'USDC', decimals }),
      coin: () => checkDecimals(config, { address: `eip155:31337:${evmNativeAddress}`, symbol: 'ETH', decimals }),
    }
  }
  const unsafe = { code: 'SWAP_UNSAFE' }

  it('attack: are held against the contract, over the first node that answers and is not the data API’s', async () => {
    const [{ url }] = local.chains
    await check(6, [url]).token
    await expect(check(8, [url]).token).rejects.toMatchObject({ ...unsafe, details: 'USDC has 6 decimals, not 8.' })
    await expect(check(8, ['http://localhost:9', url]).token).rejects.toMatchObject(unsafe)
    const { coin, token } = check(6, [url])
    await token
    await expect(coin()).rejects.toMatchObject(unsafe)
  })

  it('stand where no other node can be asked', async () => {
    const [{ url }] = local.chains
    await check(8, [url], url).token
    await check(8, ['http://localhost:9']).token
  })
})
