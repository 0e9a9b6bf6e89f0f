import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createConfig } from '@latchkey/core'
import { buildSwap, buildSwapApproval } from '@latchkey/core/swap'
import {
  accounts,
  artifacts,
  type EvmChains,
  type LocalChain,
  localTokens,
  placeSettlement,
  settlementAddresses,
  startEvmChains,
  swapAddresses,
} from '@latchkey/devnet'
import { type AccountId, evmNativeAddress } from '@latchkey/protocol/caip'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const [, swapper, stranger] = accounts
const owner = swapper?.address ?? '0x'
const [usdc, dai] = localTokens
const { holder, registry, settler } = settlementAddresses
const caip = 'eip155:31337' as const
const idOf = (address: string): AccountId => `${caip}:${address}`
const native = idOf(evmNativeAddress)
const amount = 100_000_000n
const minimum = 90n * 10n ** 18n
const abi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'struct Least { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Least least, bytes[] actions, bytes32 id)',
  'function unoswap(uint256 token, uint256 amount, uint256 minimum, uint256 dex)',
  'struct Swap { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Swap desc, bytes data)',
])
const id = `0x${'00'.repeat(32)}` as const
const execute = (
  least = { recipient: owner, buyToken: dai.address as Address, minAmountOut: minimum },
  actions: Hex[] = [],
) => encodeFunctionData({ abi, functionName: 'execute', args: [least, actions, id] })
const exec = (operator: Address, target: Address, inner = execute(), token: Address = usdc.address, taken = amount) =>
  encodeFunctionData({ abi, functionName: 'exec', args: [operator, token, taken, target, inner] })

describe('a data API that lies about a swap', () => {
  let local: EvmChains
  let chain: LocalChain
  let thief: Address
  beforeAll(async () => {
    local = await startEvmChains()
    const [first] = local.chains
    if (!first) throw new Error('No local chain')
    chain = first
    await placeSettlement(chain.url)
    const client = clientOf(chain.url)
    const { SwapThief } = artifacts
    const hash = await client.deployContract({ abi: SwapThief.abi, bytecode: SwapThief.bytecode, args: [usdc.address] })
    thief = (await client.waitForTransactionReceipt({ hash })).contractAddress ?? '0x'
  })
  afterAll(() => local.stop())

  function clientOf(url: string) {
    const account = privateKeyToAccount(swapper?.privateKey ?? '0x')
    return createWalletClient({ account, transport: http(url), chain: viemChain(url) }).extend(publicActions)
  }
  const viemChain = (url: string) => ({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

  /** The API proxies a node, and lies of it: it has not heard of simulating, or says that all went well. */
  async function lyingApi(call: { to: Address; data: Hex }, answers: { simulate?: unknown; registry?: Address } = {}) {
    const swap = { from: idOf(owner), to: idOf(call.to), data: call.data, amount: String(amount) }
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = parts.length === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString())
      const send = (value: unknown) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      const path = new URL(request.url ?? '/', 'http://api').pathname
      if (path === '/v1/supported-chains') return send({ http: [caip], ws: [] })
      if (path === '/v1/convert/build-transaction')
        return send({ tx: { ...swap, eip155: { gas: '900000', gasPrice: '1' } } })
      if (path === '/v1/convert/build-approve') {
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [call.to, amount] })
        const tx = { from: idOf(usdc.address), to: idOf(dai.address), data, value: '0', eip155: { gasPrice: '1' } }
        return send({ tx })
      }
      if (path !== '/v1') return response.writeHead(404).end('{}')
      const asked = body as { id: number; method: string; params: [{ to?: string }] }
      const reply = (more: object) => send({ jsonrpc: '2.0', id: asked.id, ...more })
      if (asked.method === 'eth_simulateV1')
        return reply(answers.simulate ? { result: answers.simulate } : { error: { code: -32601, message: 'no' } })
      if (answers.registry && asked.params[0].to?.toLowerCase() === registry.toLowerCase())
        return reply({ result: `0x${answers.registry.slice(2).padStart(64, '0')}` })
      const passed = await fetch(chain.url, { method: 'POST', body: JSON.stringify(body) })
      response.writeHead(200, { 'content-type': 'application/json' }).end(await passed.text())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function setUp(
    call: { to: Address; data: Hex },
    more: { simulate?: unknown; registry?: Address; isAlone?: boolean; routers?: readonly Address[] } = {},
  ) {
    const url = await lyingApi(call, more)
    const config = createConfig({
      chains: [viemChain(more.isAlone ? `${url}/v1` : chain.url)],
      api: { url },
      swapRouters: { [caip]: more.routers ?? [holder] },
      storage: null,
    })
    onTestFinished(() => config.destroy())
    return config
  }
  const demand = {
    account: idOf(owner),
    from: idOf(usdc.address),
    to: idOf(dai.address),
    amount,
    minimum,
  }
  const everything = [
    {
      calls: [
        {
          status: '0x1',
          logs: [
            {
              address: dai.address,
              topics: [
                '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
                `0x${'00'.repeat(32)}`,
                `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`,
              ],
              data: `0x${minimum.toString(16).padStart(64, '0')}`,
            },
          ],
        },
      ],
    },
  ]

  it.each([
    ['whose node has not heard of simulating', undefined],
    ['whose node says that all went well', everything],
  ])('[SEC-G-03] takes nothing by a contract of its own behind the approved one: %s', async (_, simulate) => {
    const config = await setUp({ to: holder, data: exec(thief, thief) }, { simulate })
    const client = clientOf(chain.url)
    const held = () =>
      client.readContract({ address: usdc.address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
    const before = await held()
    const approval = await buildSwapApproval(config, demand)
    await client.waitForTransactionReceipt({ hash: await client.sendTransaction(approval) })
    const swapped = await buildSwap(config, demand).then(
      async (call) => client.waitForTransactionReceipt({ hash: await client.sendTransaction(call) }),
      (error: unknown) => error,
    )
    expect(await held()).toBe(before)
    expect(swapped).toMatchObject({ code: 'SWAP_UNSAFE' })
  })

  it.each([
    ['another operator', () => exec(thief, settler)],
    ['another target', () => exec(settler, thief)],
    ['a call that does not settle', () => exec(settler, settler, '0x12345678')],
    ['a call that settles in a call that settles', () => exec(settler, settler, exec(settler, settler))],
  ])('[SEC-G-03] asks nobody to sign a call of the approved contract with %s', async (_, data) => {
    const config = await setUp({ to: holder, data: data() }, { simulate: everything })
    await expect(buildSwap(config, demand)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
  })

  it('[SEC-G-03] does not learn from the API which contract settles', async () => {
    const lie = { registry: thief, simulate: everything }
    const config = await setUp({ to: holder, data: exec(thief, thief) }, lie)
    await expect(buildSwap(config, demand)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    const alone = await setUp({ to: holder, data: exec(thief, thief) }, { ...lie, isAlone: true })
    await expect(buildSwap(alone, demand)).rejects.toMatchObject({
      code: 'SWAP_UNSAFE',
      details: expect.stringContaining('No node'),
    })
  })

  it('[SEC-G-03] takes no token for a coin that is sold', async () => {
    const sold = { ...demand, from: native }
    const other = execute()
    for (const data of [exec(settler, settler, other), exec(settler, settler, other, evmNativeAddress as Address)]) {
      const config = await setUp({ to: holder, data }, { simulate: everything })
      const isToken = data.includes(usdc.address.slice(2).toLowerCase())
      const built = buildSwap(config, sold)
      if (isToken) await expect(built).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
      else await expect(built).resolves.toMatchObject({ to: holder, value: amount })
    }
  })

  it('[SEC-G-03] lets the contract that settles be called itself for a coin alone, and where 0x is a router of the app', async () => {
    const call = { to: settler, data: execute() }
    const sold = { ...demand, from: native }
    const config = await setUp(call, { simulate: everything })
    await expect(buildSwap(config, sold)).resolves.toMatchObject({ to: settler, value: amount })
    await expect(buildSwap(config, demand)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    const elsewhere = await setUp(call, { simulate: everything, routers: [swapAddresses.router] })
    await expect(buildSwap(elsewhere, sold)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    const other = await setUp({ to: thief, data: execute() }, { simulate: everything })
    await expect(buildSwap(other, sold)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
  })

  it.each([
    [
      'over pools that it names',
      () =>
        encodeFunctionData({
          abi,
          functionName: 'unoswap',
          args: [BigInt(usdc.address), amount, minimum, BigInt(thief)],
        }),
    ],
    [
      'that may fill a part alone',
      () =>
        encodeFunctionData({
          abi,
          functionName: 'swap',
          args: [
            thief,
            {
              srcToken: usdc.address,
              dstToken: dai.address,
              srcReceiver: thief,
              dstReceiver: owner,
              amount,
              minReturnAmount: minimum,
              flags: 1n,
            },
            '0x',
          ],
        }),
    ],
  ])('[SEC-G-03] has no call of 1inch signed %s', async (_, data) => {
    const router = stranger?.address ?? '0x'
    const config = await setUp({ to: router, data: data() }, { simulate: everything, routers: [router] })
    await expect(buildSwap(config, demand)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
  })
})
