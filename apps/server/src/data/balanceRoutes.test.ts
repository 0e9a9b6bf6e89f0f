import { accounts, type EvmChains, type FaultyNode, faucet, startEvmChains, startFaultyNode } from '@latchkey/devnet'
import { balances as balancesSchema, refusal } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toChainInput } from '../../test/localChains.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const fresh = '0x00000000000000000000000000000000000F4E54'
let evm: EvmChains
let node: FaultyNode
let server: RunningServer

beforeAll(async () => {
  evm = await startEvmChains()
  node = await startFaultyNode({ target: evm.chains[0].url })
  const first = toChainInput(evm.chains[0], { rpc: [node.url] })
  const { multicall3: _, ...second } = toChainInput(evm.chains[1])
  server = await startTestServer({
    chains: [
      {
        ...first,
        tokens: [
          ...(first.tokens ?? []),
          { address: evm.chains[0].multicall3, name: 'Refuses', symbol: 'REFUSES', decimals: 18 },
          { address: `0x${'99'.repeat(20)}`, name: 'Missing', symbol: 'MISSING', decimals: 18 },
        ],
      },
      second,
    ],
    env: { LATCHKEY_FIAT_RATES: '{"eur":0.5}' },
  })
})
afterAll(async () => {
  await server?.close()
  await node?.stop()
  await evm?.stop()
})

async function get(address: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({
    chainId: 'eip155:31337',
    projectId: 'test',
    st: 'latchkey',
    sv: 'test-1',
    ...query,
  })
  const response = await fetch(`${server.url}/v1/account/${address}/balance?${search}`)
  return { status: response.status, headers: response.headers, json: await response.json() }
}

async function newAccount(): Promise<`0x${string}`> {
  return `0x${[...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

describe('what is answered', () => {
  it('[S3-25][S3-26][S3-27][S3-28][S3-29][S3-30][S3-31][S3-32][S7-39] gives every field of native coin and tokens', async () => {
    const account = await newAccount()
    await faucet(evm.chains[0], account)
    const { status, headers, json } = await get(account, { currency: 'usd' })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const { balances } = balancesSchema.parse(json)
    const native = balances.find(({ address }) => address === undefined)
    expect(native).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:31337',
      price: 2500,
      value: Number(native?.quantity.numeric) * 2500,
      quantity: { decimals: '18', numeric: expect.stringMatching(/^\d+(\.\d+)?$/) },
      iconUrl: `${server.url}/public/getTokenImage/ETH`,
    })
    const usdc = evm.chains[0].tokens.find(({ symbol }) => symbol === 'USDC')
    expect(balances.find(({ symbol }) => symbol === 'USDC')).toEqual({
      name: usdc?.name,
      symbol: 'USDC',
      chainId: 'eip155:31337',
      address: `eip155:31337:${usdc?.address}`,
      price: 1,
      value: 1000,
      quantity: { decimals: '6', numeric: '1000' },
      iconUrl: `${server.url}/public/getTokenImage/USDC`,
    })
    expect(balances.find(({ symbol }) => symbol === 'WBTC')?.quantity).toEqual({ decimals: '8', numeric: '0.05' })
  })

  it('leaves tokens without a balance out and the native coin in', async () => {
    const { json } = await get(await newAccount())
    expect(
      json.balances.map(({ symbol, quantity }: { symbol: string; quantity: { numeric: string } }) => [
        symbol,
        quantity.numeric,
      ]),
    ).toEqual([['ETH', '0']])
  })

  it('[S7-41] answers for all chains without chainId, with and without a multicall contract', async () => {
    const account = await newAccount()
    await faucet(evm.chains[0], account)
    await faucet(evm.chains[1], account)
    const response = await fetch(`${server.url}/v1/account/${account}/balance`)
    const { balances } = balancesSchema.parse(await response.json())
    const [one, two] = ['eip155:31337', 'eip155:31338'].map((id) =>
      balances.filter(({ chainId }) => chainId === id).map(({ symbol, quantity }) => `${symbol} ${quantity.numeric}`),
    )
    expect(one).toContain('USDC 1000')
    expect(two).toEqual(one)
  })

  it('[S7-41] leaves out zero balances where no chain is named', async () => {
    const account = await newAccount()
    const all = async () => (await fetch(`${server.url}/v1/account/${account}/balance`)).json()
    expect(await all()).toEqual({ balances: [] })
  })

  it('[S7-40] prices in the currency that is asked for', async () => {
    const { json } = await get(accounts[1]!.address, { currency: 'eur' })
    expect(json.balances[0].price).toBe(1250)
    const inEther = await get(accounts[1]!.address, { currency: 'eth' })
    expect(inEther.json.balances[0].price).toBeCloseTo(1)
  })

  it('leaves out tokens whose contract refuses or is missing and keeps the others', async () => {
    const account = await newAccount()
    await faucet(evm.chains[0], account)
    const symbols = (await get(account)).json.balances.map(({ symbol }: { symbol: string }) => symbol)
    expect(symbols).toEqual(expect.arrayContaining(['ETH', 'USDC', 'DAI', 'WBTC']))
    expect(symbols).not.toContain('REFUSES')
    expect(symbols).not.toContain('MISSING')
  })
})

describe('what is kept', () => {
  it('[S7-42] keeps an answer until forceUpdate names a token of the chain', async () => {
    const account = await newAccount()
    const amount = async (query = {}) => (await get(account, query)).json.balances.length
    expect(await amount()).toBe(1)
    await faucet(evm.chains[0], account)
    expect(await amount()).toBe(1)
    expect(await amount({ forceUpdate: `eip155:31338:${evm.chains[1].tokens[0]!.address}` })).toBe(1)
    const forced = await amount({
      forceUpdate: `eip155:31337:${evm.chains[0].tokens[0]!.address},eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
    })
    expect(forced).toBeGreaterThan(1)
    expect(await amount()).toBe(forced)
  })

  it('reads once for all who ask at the same time', async () => {
    const account = await newAccount()
    await node.set({ slow: 50 })
    const before = node.requests
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(account)))
    await node.set('ok')
    expect(node.requests - before).toBe(1)
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1)
  })

  it('never keeps a failure', async () => {
    const account = await newAccount()
    await node.set('garbage')
    const failed = await get(account)
    expect(failed.status).toBe(503)
    expect(refusal.parse(failed.json).reasons[0]?.field).toBe('chainId')
    expect(failed.headers.get('cache-control')).toBe('no-store')
    await node.set('ok')
    expect((await get(account)).status).toBe(200)
  })

  it('shows the other chains when one is away and nothing was asked of it alone', async () => {
    const account = await newAccount()
    await faucet(evm.chains[1], account)
    await node.set('down')
    const response = await fetch(`${server.url}/v1/account/${account}/balance`)
    await node.set('ok')
    const { balances } = balancesSchema.parse(await response.json())
    expect(new Set(balances.map(({ chainId }) => chainId))).toEqual(new Set(['eip155:31338']))
  })
})

describe('what is refused', () => {
  it.each([
    ['0x123', {}, 'address'],
    ['70997970C51812dc3A010C7d01b50e0d17dc79C8', {}, 'address'],
    ['So11111111111111111111111111111111111111112', {}, 'address'],
    ['%00', {}, 'address'],
    ['__proto__', {}, 'address'],
    ['..%2f..%2fetc', {}, 'address'],
    [fresh, { currency: 'xyz' }, 'currency'],
    [fresh, { currency: 'USD' }, 'currency'],
    [fresh, { currency: '__proto__' }, 'currency'],
    [fresh, { chainId: 'eip155:999' }, 'chainId'],
    [fresh, { chainId: '31337' }, 'chainId'],
    [fresh, { chainId: '' }, 'chainId'],
    [fresh, { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'chainId'],
    [fresh, { forceUpdate: 'nonsense' }, 'forceUpdate'],
    [fresh, { forceUpdate: Array(101).fill(`eip155:1:${fresh}`).join(',') }, 'forceUpdate'],
  ])('refuses %s with %j', async (address, query, field) => {
    const { status, json } = await get(address, query)
    expect(status).toBe(400)
    expect(refusal.parse(json)).toMatchObject({ status: 'FAILED', reasons: [{ field }] })
  })

  it('does not ask for a checksum, in whatever letters the address is written', async () => {
    for (const address of [fresh, fresh.toLowerCase(), `0x${fresh.slice(2).toUpperCase()}`]) {
      const { status, json } = await get(address, { currency: 'usd', chainId: 'eip155:31337' })
      expect(status).toBe(200)
      balancesSchema.parse(json)
    }
  })

  it('answers whatever is asked within its documents', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('usd', 'eip155:31337', '__proto__', '../..', '\u0000', '💥'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(fresh), word),
        word,
        word,
        word,
        async (address, currency, chainId, forceUpdate) => {
          const search = new URLSearchParams({ currency, chainId, forceUpdate })
          const response = await fetch(`${server.url}/v1/account/${encodeURIComponent(address)}/balance?${search}`)
          const json = await response.json()
          expect([200, 400, 404]).toContain(response.status)
          if (response.status === 200) balancesSchema.parse(json)
          else refusal.parse(json)
        },
      ),
      { numRuns: 150 },
    )
  })
})
