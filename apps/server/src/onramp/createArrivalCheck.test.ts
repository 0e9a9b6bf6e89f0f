import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScriptedNode, startScriptedNode } from '../../test/startScriptedNode.js'
import { readChains } from '../platform/chains/readChains.js'
import { createNodes, type Nodes } from '../platform/upstream/nodes.js'
import { createArrivalCheck } from './createArrivalCheck.js'

const hash = `0x${'ab'.repeat(32)}`
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const worthless = '0x1111111111111111111111111111111111111111'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const wordOf = (account: string) => `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
const dataOf = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}`
/** A transfer of 25 USDC, unless something else is said. */
const paid = (to: string, more: { token?: string; units?: bigint; event?: string } = {}) => ({
  address: (more.token ?? usdc).toLowerCase(),
  topics: [more.event ?? transfer, wordOf(stranger), wordOf(to)],
  data: dataOf(more.units ?? 25_000_000n),
})
const receiptOf = (more: object) => ({ status: '0x1', to: stranger, blockNumber: '0x10', logs: [], ...more })

const owner = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const other = '2ZjTR1vUs2pHXyTLxtFDhN2tsm2HbaH36cAxzJcwaXf8'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

let receipt: unknown
let transaction: unknown
/** By block; none: the node has forgotten. */
let balances: { [block: string]: bigint }
let sent: { [block: string]: number }
let node: ScriptedNode
let nodes: Nodes
let chains: ReturnType<typeof readChains>
beforeAll(async () => {
  const at = (of: { [block: string]: bigint | number }, block: unknown) => {
    const value = of[String(block)]
    return value === undefined
      ? { error: { code: -32000, message: 'missing trie node' } }
      : { result: `0x${value.toString(16)}` }
  }
  node = await startScriptedNode({
    rpc: {
      eth_chainId: () => ({ result: '0x1' }),
      eth_getTransactionReceipt: () => ({ result: receipt }),
      eth_getBalance: ([, block]) => at(balances, block),
      eth_getTransactionCount: ([, block]) => at(sent, block),
      eth_call: () => ({ result: dataOf(6n) }),
      getGenesisHash: () => ({ result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }),
      getTransaction: () => ({ result: transaction }),
    },
  })
  chains = readChains([
    {
      caip2: 'eip155:1',
      name: 'Ethereum',
      rpc: [node.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
    },
    {
      caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      name: 'Solana',
      rpc: [node.url],
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      tokens: [{ address: mint, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
    },
  ])
  nodes = createNodes({ chains, background: false })
})
afterAll(async () => {
  nodes?.close()
  await node?.stop()
})

type More = { hash?: string; symbol?: string | null; amount?: string | null; contract?: string }

async function arrival(found: unknown, more: More = {}, held: { [block: string]: bigint } = {}, nonces = {}) {
  receipt = found
  balances = held
  sent = { '0xf': 3, '0x10': 3, ...nonces }
  const [chain] = chains
  if (!chain) throw new Error('There is no chain')
  return createArrivalCheck({ nodes })(chain, { hash, address, symbol: 'USDC', amount: '25', ...more })
}

describe('a payment that a provider names', () => {
  it('of a token has arrived where its transaction succeeded and pays the buyer that token', async () => {
    expect(await arrival(receiptOf({ logs: [paid(address)] }))).toBe('arrived')
    const parts = [paid(address, { units: 20_000_000n }), paid(address, { units: 5_000_000n })]
    expect(await arrival(receiptOf({ logs: parts }))).toBe('arrived')
  })

  it.each([
    ['pays somebody else', { logs: [paid(stranger)] }],
    ['pays nobody', { logs: [] }],
    ['only calls the buyer', { to: address, logs: [] }],
    ['pays another token', { logs: [paid(address, { token: worthless, units: 10n ** 30n })] }],
    ['pays a part', { logs: [paid(address, { units: 24_000_000n })] }],
    ['pays nothing of it', { logs: [paid(address, { units: 0n })] }],
    ['names the buyer in another event', { logs: [paid(address, { event: hash })] }],
    ['failed', { status: '0x0', logs: [paid(address)] }],
  ])('of a token has not where its transaction %s', async (_, found) => {
    expect(await arrival(receiptOf(found))).toBe('elsewhere')
  })

  it('may be a hundredth less than its provider says, which rounds, and is anything where it says nothing', async () => {
    const less = receiptOf({ logs: [paid(address, { units: 24_750_000n })] })
    expect(await arrival(less)).toBe('arrived')
    expect(await arrival(less, { amount: '25.1' })).toBe('elsewhere')
    expect(await arrival(less, { amount: null })).toBe('arrived')
  })

  it('of a token that the chain does not list is known by the contract that its provider sells', async () => {
    const found = receiptOf({ logs: [paid(address, { token: worthless })] })
    expect(await arrival(found, { symbol: 'ODD' })).toBe('elsewhere')
    expect(await arrival(found, { symbol: 'ODD', contract: worthless })).toBe('arrived')
    expect(await arrival(found, { symbol: 'ODD', contract: worthless, amount: '26' })).toBe('elsewhere')
  })

  it('of the network’s coin is what the account has more after its block', async () => {
    const coin = { symbol: 'ETH', amount: '0.5' }
    const half = 5n * 10n ** 17n
    expect(await arrival(receiptOf({}), coin, { '0xf': 7n, '0x10': 7n + half })).toBe('arrived')
    expect(await arrival(receiptOf({}), coin, { '0xf': 7n, '0x10': 7n + half / 2n })).toBe('elsewhere')
    expect(await arrival(receiptOf({}), coin, { '0xf': 7n, '0x10': 7n })).toBe('elsewhere')
    expect(await arrival(receiptOf({ status: '0x0', to: address }), coin)).toBe('elsewhere')
  })

  it('of the network’s coin has arrived by its transaction alone where the node has forgotten, or the account paid too', async () => {
    const coin = { symbol: 'ETH', amount: '0.5' }
    expect(await arrival(receiptOf({}), coin)).toBe('arrived')
    expect(await arrival(receiptOf({}), coin, { '0xf': 7n, '0x10': 6n }, { '0x10': 4 })).toBe('arrived')
  })

  it('of something that nobody has named is the coin or a listed token', async () => {
    const unnamed = { symbol: null, amount: null }
    const same = { '0xf': 7n, '0x10': 7n }
    expect(await arrival(receiptOf({ logs: [paid(address)] }), unnamed, same)).toBe('arrived')
    expect(await arrival(receiptOf({}), unnamed, { '0xf': 7n, '0x10': 8n })).toBe('arrived')
    expect(await arrival(receiptOf({ logs: [paid(address, { token: worthless })] }), unnamed, same)).toBe('elsewhere')
  })

  it('waits for its block, and is none under what is no hash', async () => {
    expect(await arrival(null)).toBe('waiting')
    expect(await arrival(receiptOf({ logs: [paid(address)] }), { hash: '0x12' })).toBe('elsewhere')
  })
})

describe('a payment on Solana', () => {
  const meta = { err: null, preBalances: [9, 100], postBalances: [8, 100], preTokenBalances: [], postTokenBalances: [] }
  const landed = (more: object) => ({
    meta: { ...meta, ...more },
    transaction: { message: { accountKeys: [{ pubkey: other }, { pubkey: owner }] } },
  })
  const held = (units: string, more: object = {}) => ({
    owner,
    mint,
    uiTokenAmount: { amount: units, decimals: 6 },
    ...more,
  })

  async function solana(found: unknown, more: More = {}) {
    transaction = found
    const [, chain] = chains
    if (!chain) throw new Error('There is no chain')
    const signature = '5'.repeat(87)
    return createArrivalCheck({ nodes })(chain, {
      hash: signature,
      address: owner,
      symbol: 'USDC',
      amount: '25',
      ...more,
    })
  }

  it('of a token is what the owner has more of its mint', async () => {
    const grown = { preTokenBalances: [held('1000000')], postTokenBalances: [held('26000000')] }
    expect(await solana(landed(grown))).toBe('arrived')
    expect(await solana(landed({ postTokenBalances: [held('25000000')] }))).toBe('arrived')
  })

  it.each([
    ['fails', { err: { InstructionError: [0, 'Custom'] }, postTokenBalances: [held('25000000')] }],
    ['pays nobody', {}],
    ['pays somebody else', { postTokenBalances: [held('25000000', { owner: other })] }],
    ['pays another token', { postTokenBalances: [held('25000000', { mint: other })] }],
    ['pays a part', { preTokenBalances: [held('1000000')], postTokenBalances: [held('25000000')] }],
  ])('has not arrived where its transaction %s', async (_, more) => {
    expect(await solana(landed(more))).toBe('elsewhere')
  })

  it('of the coin is what the account has more', async () => {
    const coin = { symbol: 'SOL', amount: '0.00000005' }
    expect(await solana(landed({ postBalances: [8, 150] }), coin)).toBe('arrived')
    expect(await solana(landed({ postBalances: [8, 120] }), coin)).toBe('elsewhere')
    expect(await solana(landed({}), coin)).toBe('elsewhere')
  })

  it('waits until it is confirmed', async () => {
    expect(await solana(null)).toBe('waiting')
  })
})
