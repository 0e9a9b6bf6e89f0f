import { balances as balancesSchema, prices as pricesSchema } from '@latchkey/protocol/api'
import { readSs58 } from '@latchkey/protocol/internal/polkadot'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bitcoin = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const cosmos = 'cosmos:latchkey-1'
const usdc = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const stranger = '9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E'
const wrapped = 'So11111111111111111111111111111111111111112'
const owners = {
  solana: 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w',
  bitcoin: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  polkadot: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  cosmos: bech32.encode('cosmos', bech32.toWords(new Uint8Array(20).fill(7))),
} as const
const alice = readSs58(owners.polkadot)?.publicKey ?? new Uint8Array()
const account = (mint: string, amount: string, decimals: number) => ({
  account: { data: { parsed: { info: { mint, tokenAmount: { amount, decimals } } }, program: 'spl-token' } },
})
const state = { slot: 10, classic: [] as unknown[], extended: [] as unknown[] }

let nodes: { [family in keyof typeof owners]: ScriptedNode }
let server: RunningServer

beforeAll(async () => {
  const context = () => ({ slot: state.slot })
  nodes = {
    solana: await startScriptedNode({
      rpc: {
        getBalance: () => ({ result: { context: context(), value: 1_500_000_000 } }),
        getTokenAccountsByOwner: ([, filter]) => {
          const { programId } = filter as { programId: string }
          return {
            result: { context: context(), value: programId.startsWith('Tokenkeg') ? state.classic : state.extended },
          }
        },
      },
    }),
    bitcoin: await startScriptedNode({
      rest: {
        [`GET /address/${owners.bitcoin}`]: {
          body: JSON.stringify({
            chain_stats: { funded_txo_sum: 300_000_000, spent_txo_sum: 100_000_000 },
            mempool_stats: { funded_txo_sum: 5, spent_txo_sum: 50_000_000 },
          }),
        },
      },
    }),
    polkadot: await startScriptedNode({
      rpc: {
        state_getStorage: ([key]) => {
          const expected = `0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9${bytesToHex(blake2b(alice, { dkLen: 16 }))}${bytesToHex(alice)}`
          // 20 of ten decimals as a number of 16 bytes, the lowest first, behind a nonce and three counters.
          return {
            result:
              key === expected ? `0x${'01000000'.repeat(4)}00d0ed902e000000000000000000000000${'00'.repeat(47)}` : null,
          }
        },
      },
    }),
    cosmos: await startScriptedNode({
      rest: {
        [`GET /cosmos/bank/v1beta1/balances/${owners.cosmos}`]: {
          body: '{"balances":[{"denom":"ibc/AA","amount":"9"},{"denom":"uatom","amount":"2500000"}],"pagination":{}}',
        },
      },
    }),
  }
  const chain = (caip2: string, node: ScriptedNode, symbol: string, decimals: number) => ({
    caip2: caip2 as typeof solana,
    name: symbol,
    rpc: [node.url],
    nativeCurrency: { name: symbol, symbol, decimals },
    nativePrice: 100,
  })
  server = await startTestServer({
    chains: [
      {
        ...chain(solana, nodes.solana, 'SOL', 9),
        tokens: [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1 }],
      },
      chain(bitcoin, nodes.bitcoin, 'BTC', 8),
      chain(polkadot, nodes.polkadot, 'DOT', 10),
      chain(cosmos, nodes.cosmos, 'ATOM', 6),
    ],
  })
})
afterAll(async () => {
  await server?.close()
  for (const node of Object.values(nodes)) await node.stop()
})
beforeEach(() => {
  state.slot = 10
  state.classic = [
    account(usdc, '2000000', 6),
    account(usdc, '500000', 6),
    account(wrapped, '1000000000', 9),
    account(stranger, '12345', 3),
    account('EmptyEmptyEmptyEmptyEmptyEmptyEmptyEmptyEmp', '0', 3),
    { account: { data: ['AAAA', 'base64'] } },
  ]
  state.extended = [account(stranger, '5', 3)]
})

async function get(address: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ projectId: 'test', currency: 'usd', ...query })
  const response = await fetch(`${server.url}/v1/account/${address}/balance?${search}`)
  return { status: response.status, json: (await response.json()) as unknown }
}

const rows = (json: unknown) =>
  balancesSchema.parse(json).balances.map(({ symbol, address, price, quantity }) => ({
    symbol,
    address,
    price,
    ...quantity,
  }))

describe('balances', () => {
  it('behavior: of Solana are the coin, the listed tokens of all accounts, the wrapped coin, and what no list names', async () => {
    const { status, json } = await get(owners.solana, { chainId: solana })
    expect(status).toBe(200)
    expect(rows(json)).toEqual([
      { symbol: 'SOL', address: undefined, price: 100, decimals: '9', numeric: '1.5' },
      { symbol: 'USDC', address: `${solana}:${usdc}`, price: 1, decimals: '6', numeric: '2.5' },
      { symbol: 'WSOL', address: `${solana}:${wrapped}`, price: 100, decimals: '9', numeric: '1' },
      { symbol: '9n4n…eJ9E', address: `${solana}:${stranger}`, price: 0, decimals: '3', numeric: '12.35' },
    ])
  })

  it.each([
    [bitcoin, owners.bitcoin, { symbol: 'BTC', price: 100, decimals: '8', numeric: '1.50000005' }],
    [polkadot, owners.polkadot, { symbol: 'DOT', price: 100, decimals: '10', numeric: '20' }],
    [cosmos, owners.cosmos, { symbol: 'ATOM', price: 100, decimals: '6', numeric: '2.5' }],
  ])('behavior: of %s are its coin, asked for by its address alone too', async (chainId, owner, expected) => {
    const { json } = await get(owner, { chainId })
    expect(rows(json)).toEqual([{ address: undefined, ...expected }])
    expect((await get(owner)).json).toEqual(json)
  })

  it('behavior: an account that the chain does not keep holds nothing', async () => {
    const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
    expect(rows((await get(bob, { chainId: polkadot })).json)).toMatchObject([{ numeric: '0' }])
  })

  it('behavior: 10,000 tokens are told, each exactly, with no, 36 and 255 decimals too', async () => {
    const places = [0, 36, 255]
    const mint = (at: number) => `${String(at).padStart(6, 'x')}PZxe7tMCDW1s3jNvXvbsRYh3fTR2sGZqC8Sd`
    state.classic = Array.from({ length: 10_000 }, (_, at) => account(mint(at), String(at + 1), places[at % 3] ?? 0))
    state.extended = []
    state.slot = 30
    const { status, json } = await get(owners.solana, { chainId: solana, forceUpdate: `${solana}:${usdc}` })
    expect(status).toBe(200)
    const told = rows(json)
    expect(told).toHaveLength(10_001)
    expect(new Set(told.map(({ address }) => address)).size).toBe(10_001)
    expect(told.slice(1, 4).map(({ decimals, numeric }) => [decimals, numeric])).toEqual([
      ['0', '1'],
      ['36', `0.${'0'.repeat(35)}2`],
      ['255', `0.${'0'.repeat(254)}3`],
    ])
    expect(told.at(-1)).toMatchObject({ decimals: '0', numeric: '10000' })
  })

  it('behavior: a node that fell behind is not believed', async () => {
    state.slot = 40
    const read = () => get(owners.solana, { chainId: solana, forceUpdate: `${solana}:${usdc}` })
    expect((await read()).status).toBe(200)
    state.slot = 39
    expect((await read()).status).toBe(503)
    state.slot = 41
    expect((await read()).status).toBe(200)
  })

  it.each([
    [solana, owners.solana.toLowerCase()],
    [solana, owners.bitcoin],
    [solana, '0x00000000000000000000000000000000000F4E54'],
    [bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [bitcoin, `${owners.bitcoin.slice(0, -1)}9`],
    [polkadot, `${owners.polkadot.slice(0, -1)}Z`],
    [polkadot, owners.solana],
    [cosmos, owners.cosmos.replace('cosmos1', 'osmo1')],
  ])('behavior: %s has no account %s', async (chainId, address) => {
    const { status, json } = await get(address, { chainId })
    expect({ status, json }).toMatchObject({ status: 400, json: { reasons: [{ field: 'address' }] } })
  })
})

describe('prices', () => {
  const price = async (address: string) => {
    const response = await fetch(`${server.url}/v1/fungible/price`, {
      method: 'POST',
      body: JSON.stringify({ projectId: 'test', currency: 'usd', addresses: [address] }),
    })
    return pricesSchema.parse(await response.json()).fungibles
  }

  it('behavior: what stands for the coin of Solana is its price, one digit before the wrapped coin', async () => {
    const sentinel = `${solana}:So11111111111111111111111111111111111111111`
    expect(await price(sentinel)).toMatchObject([{ address: sentinel, symbol: 'SOL', price: 100, decimals: 9 }])
    expect(await price(`${solana}:${wrapped}`)).toMatchObject([{ symbol: 'WSOL', price: 100 }])
    expect(await price(`${solana}:${usdc}`)).toMatchObject([{ symbol: 'USDC', price: 1 }])
  })

  it('behavior: a mint in other capitals is another mint', async () => {
    expect(await price(`${solana}:${usdc.toLowerCase()}`)).toEqual([])
  })
})

it('behavior: the chains of every family are listed', async () => {
  const response = await fetch(`${server.url}/v1/supported-chains`)
  expect(((await response.json()) as { http: string[] }).http).toEqual([solana, bitcoin, polkadot, cosmos])
})

it('behavior: the other address of JSON-RPC takes the same calls', async () => {
  const response = await fetch(`${server.url}/v1/json-rpc?chainId=${solana}&projectId=test`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'getBalance', params: [owners.solana] }),
  })
  expect(await response.json()).toMatchObject({ id: 4, result: { value: 1_500_000_000 } })
})
