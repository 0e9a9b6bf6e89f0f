import { type EvmChains, faucet, localTokens, startEvmChains, swapAddresses } from '@latchkey/devnet'
import { refusal } from '@latchkey/protocol/api'
import {
  swapAllowance,
  swapApproval,
  swapGasPrice,
  swapQuotes,
  swapTokens,
  swapTransaction,
} from '@latchkey/protocol/swapApi'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toChainInput } from '../../test/localChains.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const chainId = 'eip155:31337'
const idOf = (address: string) => `${chainId}:${address}`
const native = idOf('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
const [{ address: usdc }, { address: dai }, { address: wbtc }, { address: ticket }] = localTokens
const { router, factory, wrapped } = swapAddresses
const setting = { provider: 'pools', router, wrapped, connectors: [usdc], v2: { factory } }
const owner = privateKeyToAccount(generatePrivateKey())
const stranger = '0x1111111111111111111111111111111111111111'
const routerAbi = parseAbi([
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
])

let chains: EvmChains
let server: RunningServer
beforeAll(async () => {
  chains = await startEvmChains()
  const [first, second] = chains.chains
  server = await startTestServer({
    roles: ['data'],
    chains: [toChainInput(first), toChainInput(second)],
    env: { LATCHKEY_SWAPS: JSON.stringify({ [chainId]: setting }), LATCHKEY_PROJECTS: 'test' },
  })
  await faucet(first, owner.address)
})
afterAll(async () => {
  await server?.close()
  await chains?.stop()
})

const url = () => chains.chains[0].url
const reader = () => createPublicClient({ transport: http(url()) })

async function ask(path: string, query: { [name: string]: string | undefined } = {}, init?: RequestInit) {
  const given = Object.entries({ projectId: 'test', ...query }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const search = init?.method === 'POST' ? '' : `?${new URLSearchParams(given)}`
  const response = await fetch(`${server.url}/v1/convert/${path}${search}`, init)
  const cors = response.headers.get('access-control-allow-origin')
  return { status: response.status, cors, json: await response.json() }
}
const build = (body: unknown) =>
  ask(
    'build-transaction',
    {},
    { method: 'POST', body: JSON.stringify(body), headers: { origin: 'https://app.example' } },
  )

async function send(to: string, data: string, value = 0n, gas?: string) {
  const client = createWalletClient({ account: owner, transport: http(url()) })
  const call = { to: to as Address, data: data as Hex, value, chain: null, ...(gas ? { gas: BigInt(gas) } : {}) }
  return reader().waitForTransactionReceipt({ hash: await client.sendTransaction(call) })
}
const balanceOf = (token: Address) =>
  reader().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner.address] })

const quote = { amount: '1000000000000000000', userAddress: owner.address, from: native, to: idOf(usdc), gasPrice: '1' }
const user = idOf(owner.address)
const approval = { userAddress: user, from: idOf(usdc), to: native }
const order = {
  projectId: 'test',
  amount: quote.amount,
  from: native,
  to: idOf(usdc),
  userAddress: user,
  eip155: { slippage: 1 },
  disableEstimate: true,
}

describe('what each call answers', () => {
  it('[S7-17][S7-18] tokens: the native coin first, then the list of the chain, with pictures', async () => {
    const { status, cors, json } = await ask('tokens', { chainId })
    expect([status, cors]).toEqual([200, '*'])
    const { tokens } = swapTokens.parse(json)
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI', 'WBTC', 'TICKET'])
    expect(tokens[0]).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      address: native,
      decimals: 18,
      logoUri: `${server.url}/public/getTokenImage/ETH`,
      eip2612: null,
    })
    expect(tokens[4]).toMatchObject({ decimals: 0, logoUri: null })
  })

  it('tokens: one that no list names is read from its contract, and an account is left out', async () => {
    const found = swapTokens.parse((await ask('tokens', { chainId, address: idOf(wrapped) })).json)
    expect(found.tokens).toEqual([
      {
        name: 'Wrapped Ether',
        symbol: 'WETH',
        address: idOf(wrapped.toLowerCase()),
        decimals: 18,
        logoUri: null,
        eip2612: null,
      },
    ])
    expect((await ask('tokens', { chainId, address: usdc })).json.tokens).toMatchObject([{ symbol: 'USDC' }])
    expect((await ask('tokens', { chainId, address: stranger })).json).toEqual({ tokens: [] })
  })

  it('[S7-11][S7-12][S7-14][S7-15] quotes: what the router would pay now, the route and the price impact', async () => {
    const { status, cors, json } = await ask('quotes', quote)
    expect([status, cors]).toEqual([200, '*'])
    const path = [wrapped, usdc] as const
    const args = [BigInt(quote.amount), path] as const
    const told = await reader().readContract({ address: router, abi: routerAbi, functionName: 'getAmountsOut', args })
    expect(swapQuotes.parse(json).quotes).toEqual([
      {
        id: null,
        fromAmount: quote.amount,
        fromAccount: native,
        toAmount: String(told[1]),
        toAccount: idOf(usdc),
        priceImpact: expect.closeTo(0.000996, 5),
        route: [native, idOf(usdc.toLowerCase())],
        gas: '250000',
      },
    ])
  })

  it('quotes: goes through other tokens where that gives more, and is empty where no pool is', async () => {
    const through = await ask('quotes', { ...quote, amount: '100000000', from: idOf(wbtc), to: idOf(dai) })
    expect(through.json.quotes[0].route).toEqual([wbtc, wrapped, dai].map((token) => idOf(token.toLowerCase())))
    expect((await ask('quotes', { ...quote, to: idOf(ticket) })).json).toEqual({ quotes: [] })
    expect((await ask('quotes', { ...quote, to: idOf(wrapped) })).json).toEqual({ quotes: [] })
    expect((await ask('quotes', { ...quote, to: idOf(stranger) })).json).toEqual({ quotes: [] })
    expect((await ask('quotes', { ...quote, amount: '1', from: idOf(dai) })).json).toEqual({ quotes: [] })
  })

  it('[S7-26][S7-27] gas price: three prices that the next block takes, none below the one before', async () => {
    const { status, cors, json } = await ask('gas-price', { chainId })
    expect([status, cors]).toEqual([200, '*'])
    const { standard, fast, instant } = swapGasPrice.parse(json)
    const { baseFeePerGas } = await reader().getBlock()
    expect(BigInt(standard)).toBeGreaterThanOrEqual(((baseFeePerGas ?? 0n) * 7n) / 8n)
    expect(BigInt(fast)).toBeGreaterThanOrEqual(BigInt(standard))
    expect(BigInt(instant)).toBeGreaterThanOrEqual(BigInt(fast))
  })

  it('[S7-23][S7-24][S7-25][S7-35][S7-36][S7-37][S7-38] an approval lets the router take exactly the amount', async () => {
    const allowance = async () => {
      const { status, cors, json } = await ask('allowance', { tokenAddress: idOf(usdc), userAddress: user })
      expect([status, cors]).toEqual([200, '*'])
      return swapAllowance.parse(json).allowance
    }
    expect(await allowance()).toBe('0')
    const { status, cors, json } = await ask('build-approve', { ...approval, amount: '1234' })
    expect([status, cors]).toEqual([200, '*'])
    const { tx } = swapApproval.parse(json)
    // As clients have it: the transaction goes to `from`, which is the token.
    expect([tx.from, tx.to, tx.value]).toEqual([idOf(usdc), native, '0'])
    const call = decodeFunctionData({ abi: erc20Abi, data: tx.data as Hex })
    expect(call).toEqual({ functionName: 'approve', args: [router, 1234n] })
    const receipt = await send(usdc, tx.data, 0n, String(tx.eip155.gas))
    expect(receipt.status).toBe('success')
    expect(await allowance()).toBe('1234')
    const nothing = await ask('build-approve', { ...approval, amount: '0' })
    await send(usdc, nothing.json.tx.data)
    expect(await allowance()).toBe('0')
    const coin = await ask('allowance', { tokenAddress: native, userAddress: user })
    expect(coin.json).toEqual({ allowance: String(maxUint256) })
  })

  it('an approval without an amount is of the newest quote, else of the balance, and never of more than there is', async () => {
    const approved = async (to: string) => {
      const { json } = await ask('build-approve', { ...approval, to })
      return decodeFunctionData({ abi: erc20Abi, data: json.tx.data }).args?.[1]
    }
    const held = await balanceOf(usdc)
    expect(await approved(idOf(dai))).toBe(held)
    const asked = { userAddress: owner.address, from: idOf(usdc), to: idOf(dai) }
    await ask('quotes', { ...asked, amount: '7000000' })
    await ask('quotes', { ...asked, amount: '5000000' })
    expect(await approved(idOf(dai))).toBe(5_000_000n)
    expect(await approved(native)).toBe(held)
    await ask('quotes', { ...asked, amount: String(held * 1000n) })
    expect(await approved(idOf(dai))).toBe(held)
  })

  it('[S7-28][S7-29][S7-30][S7-31][S7-32][S7-33][S7-34] a transaction swaps ether for a token, and a token back', async () => {
    const there = await build(order)
    expect([there.status, there.cors]).toEqual([200, '*'])
    const { tx } = swapTransaction.parse(there.json)
    expect([tx.from, tx.to, tx.amount]).toEqual([user, idOf(router.toLowerCase()), quote.amount])
    const call = decodeFunctionData({ abi: routerAbi, data: tx.data as Hex })
    const minimum = (BigInt(there.json.toAmount) * 99n + 99n) / 100n
    const { deadline } = there.json
    expect(call.functionName).toBe('swapExactETHForTokensSupportingFeeOnTransferTokens')
    expect(call.args).toEqual([minimum, [wrapped, usdc], owner.address, BigInt(deadline)])
    expect(there.json.minimum).toBe(String(minimum))
    expect(deadline - Date.now() / 1000).toBeGreaterThan(1_100)
    const before = await balanceOf(usdc)
    const receipt = await send(router, tx.data, BigInt(tx.amount), tx.eip155.gas)
    expect(receipt.status).toBe('success')
    expect((await balanceOf(usdc)) - before).toBe(BigInt(there.json.toAmount))

    const back = { ...order, amount: '1000000000', from: idOf(usdc), to: native }
    await send(usdc, (await ask('build-approve', { ...approval, amount: back.amount })).json.tx.data)
    const { json } = await build({ ...back, disableEstimate: false, eip155: { slippage: '0.5' } })
    const had = await reader().getBalance({ address: owner.address })
    const paid = await send(router, json.tx.data, 0n, json.tx.eip155.gas)
    const spent = paid.gasUsed * paid.effectiveGasPrice
    expect((await reader().getBalance({ address: owner.address })) - had + spent).toBe(BigInt(json.toAmount))
    expect(BigInt(json.minimum)).toBe((BigInt(json.toAmount) * 995n + 999n) / 1000n)
  })

  it('[S7-34] without disableEstimate a swap that would fail now is refused, with it it is built', async () => {
    const poor = { ...order, userAddress: idOf(stranger), from: idOf(dai), amount: '1000000000000000000' }
    const refused = await build({ ...poor, disableEstimate: false })
    expect(refused.status).toBe(400)
    expect(refusal.parse(refused.json).reasons[0]?.field).toBe('estimate')
    const built = await build(poor)
    expect(built.status).toBe(200)
    expect(BigInt(built.json.tx.eip155.gas)).toBeGreaterThan(200_000n)
  })

  it.each(['tokens', 'quotes', 'gas-price', 'allowance', 'build-approve', 'build-transaction'])(
    '[S7-11][S7-17][S7-23][S7-26][S7-28][S7-35] a page of any origin may ask for %s',
    async (path) => {
      const response = await fetch(`${server.url}/v1/convert/${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': path === 'build-transaction' ? 'POST' : 'GET',
          'access-control-request-headers': 'content-type',
        },
      })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-headers')).toContain('content-type')
    },
  )
})

describe('when the price moves', () => {
  it('SEC-G-04 keeps what the last quote promised, or refuses; nothing is sold for less', async () => {
    const test = createTestClient({ mode: 'anvil', transport: http(url()) })
    const id = await test.snapshot()
    await ask('quotes', quote)
    // Somebody sells ether before the visitor does.
    const whale = async (value: bigint) => {
      const data = encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
        args: [0n, [wrapped, usdc], stranger, maxUint256],
      })
      await test.setBalance({ address: owner.address, value: parseEther('1000') })
      await send(router, data, value)
    }
    const told = BigInt((await ask('quotes', quote)).json.quotes[0].toAmount)
    await whale(parseEther('3'))
    const little = await build(order)
    expect(BigInt(little.json.toAmount)).toBeLessThan(told)
    expect(little.json.minimum).toBe(String((told * 99n + 99n) / 100n))
    await whale(parseEther('20'))
    const much = await build(order)
    expect([much.status, much.json.reasons[0].field]).toEqual([400, 'slippage'])
    // A transaction that was built before fails as a whole.
    const late = { account: owner.address, to: router, data: little.json.tx.data, value: BigInt(order.amount) }
    await expect(reader().call(late)).rejects.toThrow('revert')
    // Another amount was not quoted, and the price of now counts.
    expect((await build({ ...order, amount: '500000000000000000' })).status).toBe(200)
    await test.revert({ id })
  })
})

describe('what is refused', () => {
  const elsewhere = 'eip155:31338'
  it.each([
    ['tokens', {}, 'chainId'],
    ['tokens', { chainId: 'eip155:5' }, 'chainId'],
    ['tokens', { chainId: elsewhere }, 'chainId'],
    ['tokens', { chainId, address: '0x12' }, 'address'],
    ['tokens', { chainId, address: `${elsewhere}:${usdc}` }, 'chainId'],
    ['gas-price', {}, 'chainId'],
    ['gas-price', { chainId: elsewhere }, 'chainId'],
    ['quotes', { ...quote, amount: undefined }, 'amount'],
    ['quotes', { ...quote, amount: '0' }, 'amount'],
    ['quotes', { ...quote, amount: '-1' }, 'amount'],
    ['quotes', { ...quote, amount: '1e18' }, 'amount'],
    ['quotes', { ...quote, amount: '0x10' }, 'amount'],
    ['quotes', { ...quote, amount: '1.5' }, 'amount'],
    ['quotes', { ...quote, amount: '1,5' }, 'amount'],
    ['quotes', { ...quote, amount: '٣' }, 'amount'],
    ['quotes', { ...quote, amount: String(maxUint256 + 1n) }, 'amount'],
    ['quotes', { ...quote, amount: '9'.repeat(400) }, 'amount'],
    ['quotes', { ...quote, from: undefined }, 'from'],
    ['quotes', { ...quote, from: usdc }, 'from'],
    ['quotes', { ...quote, to: undefined }, 'to'],
    ['quotes', { ...quote, to: native }, 'to'],
    ['quotes', { ...quote, to: `${chainId}:0xabc` }, 'to'],
    ['quotes', { ...quote, to: `${elsewhere}:${usdc}` }, 'to'],
    ['quotes', { ...quote, from: `${elsewhere}:${dai}`, to: `${elsewhere}:${usdc}` }, 'chainId'],
    ['quotes', { ...quote, from: 'solana:x:abc', to: 'solana:x:def' }, 'chainId'],
    ['quotes', { ...quote, userAddress: '0x12' }, 'userAddress'],
    ['quotes', { ...quote, gasPrice: 'cheap' }, 'gasPrice'],
    ['allowance', { userAddress: user }, 'tokenAddress'],
    ['allowance', { tokenAddress: idOf(usdc) }, 'userAddress'],
    ['allowance', { tokenAddress: idOf(usdc), userAddress: owner.address }, 'userAddress'],
    ['allowance', { tokenAddress: idOf(usdc), userAddress: `${elsewhere}:${owner.address}` }, 'userAddress'],
    ['build-approve', { ...approval, userAddress: undefined }, 'userAddress'],
    ['build-approve', { ...approval, from: undefined }, 'from'],
    ['build-approve', { ...approval, to: undefined }, 'to'],
    ['build-approve', { ...approval, from: native, to: idOf(usdc) }, 'from'],
    ['build-approve', { ...approval, amount: 'all' }, 'amount'],
  ])(
    '[S7-12][S7-14][S7-15][S7-16][S7-18][S7-24][S7-25][S7-27][S7-36][S7-37][S7-38] %s with %j',
    async (path, query, field) => {
      const { status, json } = await ask(path, query)
      expect([status, refusal.parse(json).reasons[0]?.field]).toEqual([400, field])
    },
  )

  it.each([
    [{ ...order, amount: undefined }, 'amount'],
    [{ ...order, amount: 5 }, 'amount'],
    [{ ...order, amount: '0' }, 'amount'],
    [{ ...order, eip155: undefined }, 'eip155'],
    [{ ...order, eip155: {} }, 'eip155.slippage'],
    [{ ...order, eip155: { slippage: -1 } }, 'eip155.slippage'],
    [{ ...order, eip155: { slippage: 51 } }, 'eip155.slippage'],
    [{ ...order, eip155: { slippage: 'all' } }, 'eip155.slippage'],
    [{ ...order, from: undefined }, 'from'],
    [{ ...order, to: undefined }, 'to'],
    [{ ...order, to: native }, 'to'],
    [{ ...order, to: idOf(ticket) }, 'route'],
    [{ ...order, userAddress: undefined }, 'userAddress'],
    [{ ...order, userAddress: owner.address }, 'userAddress'],
    [{ ...order, userAddress: `${elsewhere}:${owner.address}` }, 'userAddress'],
    [{ ...order, disableEstimate: 'yes' }, 'disableEstimate'],
    [null, 'body'],
    ['{', 'body'],
  ])('[S7-29][S7-30][S7-31][S7-32][S7-33][S7-34] build-transaction with %j', async (body, field) => {
    const { status, json } = await build(body)
    expect([status, refusal.parse(json).reasons[0]?.field]).toEqual([400, field])
  })

  it('a project that is not known here', async () => {
    expect((await ask('quotes', { ...quote, projectId: 'other' })).status).toBe(401)
    expect((await build({ ...order, projectId: 'other' })).status).toBe(401)
  })

  it('[S7-13] a quote without an account is a quote, which nobody is held to', async () => {
    const { status, json } = await ask('quotes', { ...quote, userAddress: undefined })
    expect([status, json.quotes.length]).toEqual([200, 1])
    expect((await ask('quotes', { ...quote, userAddress: user })).status).toBe(200)
  })

  it('nothing is said of prices while no node answers', async () => {
    const away = await startTestServer({
      roles: ['data'],
      chains: [toChainInput(chains.chains[0], { rpc: ['http://127.0.0.1:9'], ws: [] })],
      env: { LATCHKEY_SWAPS: JSON.stringify({ [chainId]: setting }) },
    })
    for (const path of [`quotes?${new URLSearchParams(quote)}`, `gas-price?chainId=${chainId}`]) {
      const response = await fetch(`${away.url}/v1/convert/${path}`)
      expect([response.status, refusal.parse(await response.json()).reasons[0]?.field]).toEqual([503, 'chainId'])
    }
    await away.close()
  })
})
