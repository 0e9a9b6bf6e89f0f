import { refusal } from '@latchkey/protocol/api'
import { swapTokens, swapTransaction } from '@latchkey/protocol/swapApi'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../../test/startScriptedNode.js'
import {
  oneInchKey,
  router,
  type SwapAnswer,
  type SwapServices,
  settler,
  spender,
  startSwapServices,
  zeroXKey,
} from '../../../test/startSwapServices.js'
import { startTestServer } from '../../../test/startTestServer.js'
import type { RunningServer } from '../../startServer.js'
import { createSwapService } from './createSwapService.js'
import { addressForm } from './wireForms.js'

const chainId = 'eip155:1'
const other = `0x${'66'.repeat(20)}` as const
const idOf = (address: string) => `${chainId}:${address}`
const native = idOf(`0x${'ee'.repeat(20)}`)
const usdc = idOf('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
const dai = idOf('0x6b175474e89094c44da98b954eedeac495271d0f')
const account = `0x${'77'.repeat(20)}` as const
const order = {
  amount: '1000000',
  from: usdc,
  to: dai,
  userAddress: idOf(account),
  eip155: { slippage: 1 },
  disableEstimate: true,
}

let services: SwapServices
let node: ScriptedNode
let registered: string | undefined = settler
const servers: RunningServer[] = []
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

const chain = (rpc: string) => ({
  caip2: 'eip155:1' as const,
  name: 'Ethereum',
  rpc: [rpc],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})
async function start(provider: string, env: { [name: string]: string } = {}) {
  const server = await startTestServer({
    roles: ['data'],
    chains: [chain(node.url)],
    env: {
      LATCHKEY_SWAPS: JSON.stringify({ [chainId]: { provider } }),
      LATCHKEY_ONEINCH_URL: services.url,
      LATCHKEY_ONEINCH_KEY: oneInchKey,
      LATCHKEY_ZEROX_URL: services.url,
      LATCHKEY_ZEROX_KEY: zeroXKey,
      ...env,
    },
  })
  servers.push(server)
  return server.url
}

const urls: { [provider: string]: string } = {}
beforeAll(async () => {
  services = await startSwapServices()
  node = await startScriptedNode({
    rpc: {
      eth_chainId: () => ({ result: '0x1' }),
      eth_gasPrice: () => ({ result: '0x3b9aca00' }),
      eth_feeHistory: () => ({ result: { baseFeePerGas: ['0x1', '0x2'], reward: [['0x1', '0x1']] } }),
      eth_estimateGas: () => ({ error: { code: 3, message: 'execution reverted' } }),
      // The registry, which says nothing while swaps are halted; the one before is never asked for by tests that pass.
      eth_call: ([call]) => {
        const isOwner = (call as { data: string }).data.startsWith('0x6352211e')
        if (registered === undefined) return { error: { code: 3, message: 'execution reverted' } }
        return { result: isOwner ? word(registered) : word(`0x${'99'.repeat(20)}`) }
      },
    },
  })
  for (const provider of ['1inch', '0x']) urls[provider] = await start(provider)
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await services.stop()
  await node.stop()
})
afterEach(() => {
  services.fault = 'ok'
  services.lie = () => ({})
  services.price = 2_000n
  services.calls.length = 0
  registered = settler
})

async function build(provider: string, body: object = order) {
  const response = await fetch(`${urls[provider]}/v1/convert/build-transaction`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}
async function get(provider: string, path: string, query: object, base = urls[provider]) {
  const response = await fetch(`${base}/v1/convert/${path}?${new URLSearchParams({ ...query })}`)
  return { status: response.status, json: await response.json() }
}
const quote = { amount: '1000000', from: usdc, to: dai, userAddress: account }

describe.each(['1inch', '0x'])('%s', (provider) => {
  it('gives its price, and no quote where it has no route', async () => {
    const { json } = await get(provider, 'quotes', quote)
    expect(json.quotes).toEqual([
      {
        id: null,
        fromAmount: '1000000',
        fromAccount: usdc,
        toAmount: '2000000',
        toAccount: dai,
        priceImpact: null,
        route: null,
        gas: '210000',
      },
    ])
    services.price = 0n
    expect((await get(provider, 'quotes', quote)).json).toEqual({ quotes: [] })
    const { status, json: refused } = await build(provider)
    expect([status, refusal.parse(refused).reasons[0]?.field]).toEqual([400, 'route'])
  })

  it.each([usdc, native])('builds what it answers, once that is what was asked for: %s', async (from) => {
    const { status, json } = await build(provider, { ...order, from })
    expect(status).toBe(200)
    const { tx } = swapTransaction.parse(json)
    const target = provider === '1inch' ? router : from === native ? settler : spender
    expect([tx.from, tx.to, tx.amount]).toEqual([order.userAddress, idOf(target), order.amount])
    expect([json.toAmount, json.minimum, json.deadline]).toEqual(['2000000', '1980000', null])
    expect(BigInt(tx.eip155.gas)).toBeGreaterThan(300_000n)
  })

  it('approves the contract of the package, whatever it answers itself', async () => {
    const { json } = await get(provider, 'build-approve', { ...quote, userAddress: order.userAddress })
    const { json: exact } = await get(provider, 'build-approve', {
      from: usdc,
      to: dai,
      userAddress: order.userAddress,
      amount: '5',
    })
    const approved = (provider === '1inch' ? router : spender).slice(2)
    expect(exact.tx.data).toBe(`0x095ea7b3${approved.padStart(64, '0')}${'5'.padStart(64, '0')}`)
    expect(json.tx.data.slice(34, 74)).toBe(approved)
  })

  it('keeps what its quote promised by asking with less slippage, or refuses', async () => {
    const own = { ...order, userAddress: idOf(`0x${'78'.repeat(20)}`) }
    await get(provider, 'quotes', { ...quote, userAddress: own.userAddress })
    services.price = 1_990n
    const { json } = await build(provider, own)
    expect([json.toAmount, BigInt(json.minimum) >= 1_980_000n]).toEqual(['1990000', true])
    services.price = 1_900n
    const { status, json: refused } = await build(provider, own)
    expect([status, refusal.parse(refused).reasons[0]?.field]).toEqual([400, 'slippage'])
  })

  const lies: [string, (answer: SwapAnswer) => Partial<SwapAnswer>][] = [
    ['the receiver', () => ({ receiver: other })],
    ['the amount, which is more', ({ amount }) => ({ amount: amount + 1n })],
    ['the token that is bought', () => ({ to: other })],
    ['the minimum', ({ minimum }) => ({ minimum: minimum - 2n })],
    ['the value', ({ value }) => ({ value: value + 1n })],
    ['the contract', () => ({ router: other })],
    ['the call', () => ({ data: '0xdeadbeef' })],
    provider === '1inch'
      ? ['the token that is sold', () => ({ from: other })]
      : ['the token that is taken', () => ({ taken: other })],
    provider === '1inch' ? ['the account', () => ({ account: other })] : ['the spender', () => ({ spender: other })],
    provider === '1inch' ? ['a part of it', () => ({ flags: 1n })] : ['the settler', () => ({ settler: other })],
  ]
  it.each(lies)('SEC-G-01, SEC-G-02, SEC-G-03: is refused when it lies about %s', async (_, lie) => {
    services.lie = lie
    const { status, json } = await build(provider)
    expect([status, refusal.parse(json).reasons[0]]).toEqual([
      503,
      expect.objectContaining({ field: 'provider', description: expect.stringMatching(/ answered with /) }),
    ])
    expect(JSON.stringify(json)).not.toContain(other.slice(2))
  })

  it.each([
    [{ status: 403 }, 'refuses the key'],
    [{ status: 401 }, 'refuses the key'],
    [{ status: 429 }, 'asks to wait'],
    [{ status: 500 }, 'status 500'],
    ['nonsense', 'something else'],
  ] as const)('says what is wrong when it answers %j', async (fault, words) => {
    services.fault = fault
    for (const { status, json } of [await get(provider, 'quotes', quote), await build(provider)])
      expect([status, refusal.parse(json).reasons[0]]).toEqual([
        503,
        expect.objectContaining({ field: 'provider', description: expect.stringContaining(words) }),
      ])
  })

  it.each([429, 500])('is asked once more when it is busy with %i', async (status) => {
    services.fault = { status, times: 1 }
    expect((await get(provider, 'quotes', quote)).status).toBe(200)
    expect(services.calls.length).toBe(2)
  })

  it('does not start without its key, and says so when the key is wrong', async () => {
    const name = provider === '1inch' ? 'LATCHKEY_ONEINCH_KEY' : 'LATCHKEY_ZEROX_KEY'
    await expect(start(provider, { [name]: '' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(name),
    })
    const { status, json } = await get(provider, 'quotes', quote, await start(provider, { [name]: 'another' }))
    expect([status, json.reasons[0].description]).toEqual([503, expect.stringContaining('refuses the key')])
    expect(JSON.stringify(json)).not.toContain('another')
  })
})

it('0x builds nothing while its registry names no contract', async () => {
  registered = undefined
  expect((await build('0x')).status).toBe(503)
})

it('1inch lists its tokens, the native coin first, with clean names and https pictures alone', async () => {
  const { tokens } = swapTokens.parse((await get('1inch', 'tokens', { chainId })).json)
  expect(tokens).toEqual([
    {
      name: 'A ETH',
      symbol: 'ETH',
      address: native,
      decimals: 18,
      logoUri: 'https://tokens.example/eth.png',
      eip2612: null,
    },
    { name: 'A AB', symbol: 'AB', address: idOf(`0x${'a1'.repeat(20)}`), decimals: 18, logoUri: null, eip2612: true },
  ])
})

it('a service that keeps silent is given up', async () => {
  services.fault = 'silent'
  const ask = createSwapService({ name: 'Silent', url: services.url, headers: {}, fetch, timeout: 200 })
  await expect(ask('/1/quote', {}, addressForm)).rejects.toMatchObject({
    status: 503,
    field: 'provider',
    message: 'Silent does not answer',
  })
})
