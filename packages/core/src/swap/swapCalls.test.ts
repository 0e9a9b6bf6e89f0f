import { createConfig } from '@latchkey/core'
import {
  buildSwap,
  buildSwapApproval,
  getSwapChains,
  getSwapGasPrice,
  getSwapQuote,
  getSwapTokens,
  isAllowanceEnough,
} from '@latchkey/core/swap'
import { evmNativeAddress } from '@latchkey/protocol/caip'
import { describe, expect, it } from 'vitest'
import { alice, bob, one, polygon, testChain } from '../../test/chains.js'
import { dataServer, type Route } from '../../test/dataServer.js'

const celo = testChain('eip155:42220')
const local = testChain('eip155:31337')
const account = `eip155:1:${alice}` as const
const from = `eip155:1:${evmNativeAddress}` as const
const to = 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' as const
const demand = { account, from, to, amount: 10n, minimum: 5n }

async function setUp(routes: { [path: string]: Route }) {
  const server = await dataServer({ '/v1/supported-chains': { http: [], ws: [] }, ...routes })
  const config = createConfig({
    chains: [one, polygon, celo, local],
    api: { url: server.url, projectId: 'p' },
    swapRouters: { 'eip155:31337': [bob] },
    storage: null,
  })
  return { server, config }
}

describe('isAllowanceEnough', () => {
  it('[S5-21] is true from the amount on, and false while anything is unknown', () => {
    const amount = '1.5'
    const decimals = 6
    expect(isAllowanceEnough({ allowance: 1_500_000n, amount, decimals })).toBe(true)
    expect(isAllowanceEnough({ allowance: 1_499_999n, amount, decimals })).toBe(false)
    expect(isAllowanceEnough({ allowance: undefined, amount, decimals })).toBe(false)
    expect(isAllowanceEnough({ allowance: 1_500_000n, amount: undefined, decimals })).toBe(false)
    expect(isAllowanceEnough({ allowance: 1_500_000n, amount, decimals: undefined })).toBe(false)
    expect(isAllowanceEnough({ allowance: 10n ** 30n, amount: '0.0000001', decimals })).toBe(false)
  })
})

describe('a network without swaps', () => {
  const chainId = 'eip155:42220'
  const elsewhere = {
    account: `${chainId}:${alice}`,
    from: `${chainId}:${evmNativeAddress}`,
    to: `${chainId}:${bob}`,
    amount: 1n,
    minimum: 1n,
  } as const

  it('[S8-03] has no gas price', async () => {
    const { config, server } = await setUp({})
    await expect(getSwapGasPrice(config, { chainId })).rejects.toMatchObject({
      code: 'SWAP_UNSUPPORTED',
      message: 'Network not supported for Gas Price',
    })
    expect(server.seen).toEqual([])
  })

  it.each([
    ['transaction', buildSwap],
    ['approval', buildSwapApproval],
  ])('[S8-04] has no %s', async (_, build) => {
    const { config, server } = await setUp({})
    await expect(build(config, elsewhere)).rejects.toMatchObject({
      code: 'SWAP_UNSUPPORTED',
      message: 'Network not supported for Swaps',
    })
    expect(server.seen).toEqual([])
  })

  it('is left out of the list; one for which the app names a router is in it', async () => {
    const { config } = await setUp({})
    expect(getSwapChains(config).map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'eip155:1',
      'eip155:137',
      'eip155:31337',
    ])
  })
})

describe('the calls', () => {
  const quote = { id: null, fromAmount: '10', fromAccount: from, toAmount: '25', toAccount: to }

  it('ask for a price with amount, account, both tokens and the price of gas', async () => {
    const { config, server } = await setUp({
      '/v1/convert/gas-price': { standard: '7', fast: '8', instant: '9' },
      '/v1/convert/quotes': { quotes: [{ ...quote, priceImpact: 0.04, route: [from, to], gas: '200000' }] },
    })
    expect(await getSwapQuote(config, demand)).toMatchObject({
      ...{ amount: 10n, toAmount: 25n, priceImpact: 0.04, fee: 1_400_000n },
    })
    expect(server.seen.at(-1)?.query).toMatchObject({ amount: '10', userAddress: alice, from, to, gasPrice: '7' })
  })

  it('ask for a price although that of gas is not told', async () => {
    const { config, server } = await setUp({ '/v1/convert/gas-price': 500, '/v1/convert/quotes': { quotes: [quote] } })
    expect(await getSwapQuote(config, demand)).toMatchObject({ toAmount: 25n, priceImpact: undefined, fee: undefined })
    expect(server.seen.at(-1)?.query).toMatchObject({ gasPrice: '0' })
  })

  it.each([
    ['no quote', { quotes: [] }, 'SWAP_UNAVAILABLE'],
    ['nothing out', { quotes: [{ ...quote, toAmount: '0' }] }, 'SWAP_UNAVAILABLE'],
    ['another amount', { quotes: [{ ...quote, fromAmount: '11' }] }, 'SWAP_UNAVAILABLE'],
    ['another token', { quotes: [{ ...quote, toAccount: from }] }, 'SWAP_UNAVAILABLE'],
    ['a refusal of the pair', 400, 'SWAP_UNAVAILABLE'],
    ['a malformed number', { quotes: [{ ...quote, toAmount: '1e9' }] }, 'API_BAD_ANSWER'],
    ['a fault of its own', 500, 'API_REFUSED'],
  ])('reject a price where the server answers with %s', async (_, route, code) => {
    const { config } = await setUp({ '/v1/convert/gas-price': 500, '/v1/convert/quotes': route })
    await expect(getSwapQuote(config, demand)).rejects.toMatchObject({ code })
  })

  it('list the tokens of the chain alone, once in five minutes', async () => {
    const token = { name: 'USD Coin', symbol: 'USDC', address: to, decimals: 6, logoUri: null }
    const { config, server } = await setUp({
      '/v1/convert/tokens': { tokens: [token, { ...token, address: `eip155:10:${bob}` }] },
    })
    for (const _ of [1, 2]) expect(await getSwapTokens(config, { chainId: 'eip155:1' })).toEqual([token])
    expect(server.count('/v1/convert/tokens')).toBe(1)
    expect(server.seen.at(-1)?.query).toMatchObject({ chainId: 'eip155:1' })
  })

  it('[S9-23] send a tolerance of 1 % unless told otherwise, nested in the body, and take no answer for another network or amount', async () => {
    const tx = { from: account, to: `eip155:1:${bob}`, data: '0x12', amount: '10', eip155: { gas: '1', gasPrice: '1' } }
    const { config, server } = await setUp({
      '/v1/convert/build-transaction': { tx: { ...tx, to: `eip155:10:${bob}` } },
    })
    await expect(buildSwap(config, demand, { slippage: 0.5 })).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    expect(server.seen.at(-1)?.body).toEqual({
      amount: '10',
      eip155: { slippage: 0.5 },
      projectId: 'p',
      from,
      to,
      userAddress: account,
      disableEstimate: true,
    })
    server.routes['/v1/convert/build-transaction'] = { tx: { ...tx, amount: '11' } }
    await expect(buildSwap(config, demand)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    expect(server.seen.at(-1)?.body).toMatchObject({ eip155: { slippage: 1 } })
  })
})
