import { createConfig } from '@latchkey/core'
import { buildSwap, buildSwapApproval, getSwapQuote } from '@latchkey/core/swap'
import {
  type EvmChains,
  type FaultyNode,
  faucet,
  localTokens,
  startEvmChains,
  startFaultyNode,
  swapAddresses,
  swapV3Addresses,
} from '@latchkey/devnet'
import { refusal } from '@latchkey/protocol/api'
import type { AccountId } from '@latchkey/protocol/caip'
import { swapAllowance, swapQuotes, swapTransaction } from '@latchkey/protocol/swapApi'
import {
  type Address,
  createTestClient,
  createWalletClient,
  decodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toChainInput } from '../../../test/localChains.js'
import { startTestServer } from '../../../test/startTestServer.js'
import type { RunningServer } from '../../startServer.js'

const chainId = 'eip155:31337'
const idOf = (address: string): AccountId => `${chainId}:${address.toLowerCase()}`
const native = idOf('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
const [{ address: usdc }, { address: dai }, { address: wbtc }, { address: ticket }] = localTokens
const { wrapped, factory: factoryV2 } = swapAddresses
const { factory, quoter, router } = swapV3Addresses
const owner = privateKeyToAccount(generatePrivateKey())
const abi = parseAbi([
  'function quoteExactInput(bytes, uint256) returns (uint256, uint160[], uint32[], uint256)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function wrapETH(uint256)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum))',
  'function swapExactTokensForTokens(uint256, uint256, address[], address)',
  'function unwrapWETH9(uint256, address)',
])

let evm: EvmChains
let node: FaultyNode
/** One server with pools of the v3 kind alone, one with both kinds. */
let servers: { v3: RunningServer; both: RunningServer }
beforeAll(async () => {
  evm = await startEvmChains()
  node = await startFaultyNode({ target: evm.chains[0].url })
  const v3 = { provider: 'pools', router, wrapped, connectors: [usdc], v3: { factory, quoter } }
  const start = (setting: object) =>
    startTestServer({
      roles: ['data'],
      chains: [toChainInput(evm.chains[0], { rpc: [node.url] })],
      env: { LATCHKEY_SWAPS: JSON.stringify({ [chainId]: setting }), LATCHKEY_PROJECTS: 'test' },
    })
  // So many connectors that a step asks more than one multicall holds.
  const connectors = localTokens.map(({ address }) => address)
  servers = { v3: await start(v3), both: await start({ ...v3, connectors, v2: { factory: factoryV2 } }) }
  await faucet(evm.chains[0], owner.address)
})
afterAll(async () => {
  await servers?.v3.close()
  await servers?.both.close()
  await node?.stop()
  await evm?.stop()
})

type Kinds = keyof typeof servers
type Swap = { from: string; to: string; amount: bigint }
const client = () => createTestClient({ mode: 'anvil', transport: http(evm.chains[0].url) }).extend(publicActions)

async function ask(kinds: Kinds, path: string, query: { [name: string]: string }, init?: RequestInit) {
  const search = new URLSearchParams({ projectId: 'test', ...query })
  const response = await fetch(`${servers[kinds].url}/v1/convert/${path}?${search}`, init)
  return { status: response.status, json: await response.json() }
}
async function quote(kinds: Kinds, { from, to, amount }: Swap) {
  const query = { from, to, amount: String(amount), userAddress: owner.address, gasPrice: '1' }
  return swapQuotes.parse((await ask(kinds, 'quotes', query)).json).quotes
}
const build = (kinds: Kinds, { from, to, amount }: Swap, disableEstimate = false) => {
  const body = { from, to, amount: String(amount), userAddress: idOf(owner.address), eip155: { slippage: 1 } }
  return ask(kinds, 'build-transaction', {}, { method: 'POST', body: JSON.stringify({ ...body, disableEstimate }) })
}
async function send(call: { to: Address; data: Hex; value?: bigint; gas?: bigint }) {
  const wallet = createWalletClient({ account: owner, chain: foundry, transport: http(evm.chains[0].url) })
  return client().waitForTransactionReceipt({ hash: await wallet.sendTransaction(call), pollingInterval: 20 })
}
/** What an account has of a token. */
const held = (token: string) =>
  token === native
    ? client().getBalance({ address: owner.address })
    : client().readContract({
        address: token.slice(chainId.length + 1) as Address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner.address],
      })
async function told(amount: bigint, ...path: (Address | number)[]) {
  const types = path.map((_, at) => (at % 2 === 0 ? 'address' : 'uint24'))
  const args = [encodePacked(types, path), amount] as const
  const { result } = await client().simulateContract({ address: quoter, abi, functionName: 'quoteExactInput', args })
  return result[0]
}
function callsOf(data: Hex) {
  const { functionName, args } = decodeFunctionData({ abi, data })
  if (functionName !== 'multicall') throw new Error(`${functionName} is no multicall`)
  return { deadline: args[0], calls: args[1].map((inner) => decodeFunctionData({ abi, data: inner })) }
}
/** Approves what has to be, swaps, and tells what arrived. */
async function execute(kinds: Kinds, swap: Swap) {
  const { amount, from, to } = swap
  if (from !== native) {
    const query = { from, to, userAddress: idOf(owner.address), amount: String(amount) }
    const { json } = await ask(kinds, 'build-approve', query)
    await send({ to: from.slice(chainId.length + 1) as Address, data: json.tx.data })
    const allowance = await ask(kinds, 'allowance', { tokenAddress: from, userAddress: idOf(owner.address) })
    expect(swapAllowance.parse(allowance.json).allowance).toBe(String(amount))
  }
  const { status, json } = await build(kinds, swap)
  expect(status).toBe(200)
  const { tx } = swapTransaction.parse(json)
  const before = await held(to)
  const value = from === native ? amount : 0n
  const receipt = await send({ to: router, data: tx.data as Hex, value, gas: BigInt(tx.eip155.gas) })
  expect(receipt.status).toBe('success')
  const fee = to === native ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
  const came = (await held(to)) - before + fee
  expect(came).toBe(BigInt(json.toAmount))
  expect(came).toBeGreaterThanOrEqual(BigInt(json.minimum))
  return { ...callsOf(tx.data as Hex), minimum: BigInt(json.minimum), until: BigInt(json.deadline) }
}

describe('pools of the v3 kind', () => {
  it('[S7-11] a quote is what the quoter says, with its route and price impact', async () => {
    const amount = parseEther('40')
    const [found] = await quote('v3', { from: native, to: idOf(usdc), amount })
    expect(found).toMatchObject({
      toAmount: String(await told(amount, wrapped, 500, usdc)),
      // 40 of 4,000: what comes out is a hundredth less than at the price of before.
      priceImpact: expect.closeTo(0.0099, 3),
      route: [native, idOf(usdc)],
    })
    const [through] = await quote('v3', { from: idOf(wbtc), to: idOf(dai), amount: 100_000_000n })
    expect(through).toMatchObject({
      toAmount: String(await told(100_000_000n, wbtc, 3_000, wrapped, 500, usdc, 100, dai)),
      route: [wbtc, wrapped, usdc, dai].map(idOf),
    })
    expect(await quote('v3', { from: native, to: idOf(ticket), amount })).toEqual([])
    expect(await quote('v3', { from: native, to: idOf(wrapped), amount })).toEqual([])
  })

  it.each([
    ['the coin for a token', native, idOf(usdc), parseEther('1'), ['wrapETH', 'exactInput']],
    ['a token for the coin', idOf(usdc), native, 900_000_000n, ['exactInput', 'unwrapWETH9']],
    ['a token for another, by three pools', idOf(wbtc), idOf(dai), 1_000_000n, ['exactInput']],
  ])('[S7-28] swaps %s for what was quoted', async (_, from, to, amount, names) => {
    const [found] = await quote('v3', { from, to, amount })
    const { calls, minimum, deadline, until } = await execute('v3', { from, to, amount })
    expect(calls.map(({ functionName }) => functionName)).toEqual(names)
    expect(minimum).toBe((BigInt(found?.toAmount ?? 0) * 99n + 99n) / 100n)
    expect(deadline).toBe(until)
  })

  it('SEC-G-04 sells nothing for less than the minimum, nor after the deadline', async () => {
    const swap = { from: native, to: idOf(usdc), amount: parseEther('1') }
    const { json } = await build('v3', swap)
    const call = { account: owner.address, to: router, data: json.tx.data as Hex, value: swap.amount }
    await client().call(call)
    const id = await client().snapshot()
    const whale = await build('v3', { ...swap, amount: parseEther('90') }, true)
    await client().setBalance({ address: owner.address, value: parseEther('200') })
    await send({ to: router, data: whale.json.tx.data, value: parseEther('90'), gas: 1_000_000n })
    await expect(client().call(call)).rejects.toThrow('revert')
    await client().revert({ id })
    const again = await client().snapshot()
    await client().setNextBlockTimestamp({ timestamp: BigInt(json.deadline) + 1n })
    await client().mine({ blocks: 1 })
    await expect(client().call(call)).rejects.toThrow('revert')
    await client().revert({ id: again })
  })
})

describe('pools of both kinds', () => {
  it('the kind that gives more is taken, and the same router swaps along it', async () => {
    // v2 has twice as much of both at the same fee.
    const over = { from: idOf(wbtc), to: native, amount: 4_000_000n }
    const args = [over.amount, [wbtc, wrapped]] as const
    const address = swapAddresses.router
    const paid = (await client().readContract({ address, abi, functionName: 'getAmountsOut', args }))[1] ?? 0n
    expect(paid).toBeGreaterThan(await told(over.amount, wbtc, 3_000, wrapped))
    expect(await quote('both', over)).toMatchObject([{ toAmount: String(paid), route: [over.from, native] }])
    const sold = await execute('both', over)
    expect(sold.calls.map(({ functionName }) => functionName)).toEqual(['swapExactTokensForTokens', 'unwrapWETH9'])
    const bought = await execute('both', { from: native, to: idOf(wbtc), amount: parseEther('3') })
    expect(bought.calls.map(({ functionName }) => functionName)).toEqual(['wrapETH', 'swapExactTokensForTokens'])
    // v3 keeps a sixth of the fee.
    const back = await execute('both', { from: idOf(usdc), to: native, amount: 5_000_000n })
    expect(back.calls.map(({ functionName }) => functionName)).toEqual(['exactInput', 'unwrapWETH9'])
  })

  it.each([
    ['the coin, along v3', native, idOf(usdc), parseEther('1')],
    ['the coin, along v2', native, idOf(wbtc), parseEther('1')],
    ['a token for the coin', idOf(usdc), native, 50_000_000n],
    ['a token for a token', idOf(usdc), idOf(dai), 50_000_000n],
  ] as const)(
    'SEC-G-03 a page takes what the server built to sell %s, and no other router',
    async (_, from, to, amount) => {
      const page = (swapRouter: Address) =>
        createConfig({
          chains: [{ ...foundry, rpcUrls: { default: { http: [evm.chains[0].url] } } }],
          api: { url: servers.both.url, projectId: 'test' },
          swapRouters: { [chainId]: [swapRouter] },
          storage: null,
        })
      const [config, strict] = [page(router), page(swapAddresses.router)]
      const pair = { account: `${chainId}:${owner.address}`, from, to, amount } as const
      const { toAmount } = await getSwapQuote(config, pair)
      const demand = { ...pair, minimum: (toAmount * 99n) / 100n }
      if (from !== native) await send(await buildSwapApproval(config, demand))
      await expect(buildSwap(strict, demand)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
      const before = await held(to)
      const { to: target, data, value } = await buildSwap(config, demand)
      const receipt = await send({ to: target, data, value })
      const fee = to === native ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
      expect((await held(to)) - before + fee).toBeGreaterThanOrEqual(demand.minimum)
      config.destroy()
      strict.destroy()
    },
  )

  it.each(['v3', 'both'] as const)('a quote asks the node twice at most: %s', async (kinds) => {
    for (const [from, to, amount] of [
      [native, idOf(usdc), parseEther('1')],
      [idOf(wbtc), idOf(dai), 1_000_000n],
    ] as const) {
      const before = node.requests
      expect(await quote(kinds, { from, to, amount })).toHaveLength(1)
      expect(node.requests - before).toBeLessThanOrEqual(2)
    }
  })

  it('a swap that would fail now is refused', async () => {
    const { status, json } = await build('both', { from: idOf(dai), to: native, amount: parseEther('1') })
    expect([status, refusal.parse(json).reasons[0]?.field]).toEqual([400, 'estimate'])
  })
})
