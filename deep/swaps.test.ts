import {
  accounts,
  artifacts,
  multicall3Address,
  startEvmChains,
  swapAddresses,
  swapV3Addresses,
} from '@latchkey/devnet'
import { startServer } from '@latchkey/server'
import fc from 'fast-check'
import {
  type Address,
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseEther,
} from 'viem'
import { expect, it } from 'vitest'
import { printedSeed, rounds } from './rounds.js'

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const { factory, wrapped } = swapAddresses
const fees = [100, 500, 3_000, 10_000] as const
const abi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
  'function createPair(address, address)',
  'function deposit() payable',
  'function mint(address to, uint256 amount)',
  'function mint(address to)',
  'function transfer(address to, uint256 amount)',
  'function createPool(address, address, uint24)',
  'function fill()',
  'function quoteExactInput(bytes path, uint256 amount) returns (uint256)',
  'function getAmountsOut(uint256 amount, address[] path) view returns (uint256[])',
])
const decimals = [0, 6, 18, 36]

/** Numbers of every length, from one unit to about 10^27. */
const units = fc
  .tuple(fc.bigInt({ min: 1n, max: 999n }), fc.integer({ min: 0, max: 24 }))
  .map(([digits, zeros]) => digits * 10n ** BigInt(zeros))
/** Which pools there are and what is swapped; pools with a fee are of the v3 kind, and a side is one of five tokens (0 is ether). */
function swapOver(fee: fc.Arbitrary<number | null>, maxLength: number) {
  const sides = fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 2 })
  const pool = fc.record({ sides, amounts: fc.tuple(units, units), fee })
  return fc.record({
    pools: fc.uniqueArray(pool, {
      minLength: 4,
      maxLength,
      selector: (one) => `${one.sides.toSorted().join()} ${one.fee}`,
    }),
    sides,
    amount: units,
    slippage: fc.integer({ min: 0, max: 5_000 }).map((hundredths) => hundredths / 100),
  })
}

type Case = ReturnType<typeof swapOver> extends fc.Arbitrary<infer One> ? One : never
type Pool = Case['pools'][number]

it.each([
  ['of the v2 kind', swapAddresses.router, { v2: { factory } }],
  ['of both kinds', swapV3Addresses.router, { v2: { factory }, v3: swapV3Addresses }],
] as const)(
  'a swap gives what contracts say, by the best route, and never less than it promised: pools %s',
  async (name, router, kinds) => {
    const total = rounds(8, 200)
    const { chains, stop } = await startEvmChains()
    const { url, caip2 } = chains[0]
    const operator = (accounts[0]?.address ?? '0x') as Address
    const reader = createPublicClient({ transport: http(url), pollingInterval: 20 })
    const node = createTestClient({ mode: 'anvil', transport: http(url) })
    const send = async (account: Address, call: { to: Address; data: Hex; value?: bigint; gas?: bigint }) => {
      const hash = await createWalletClient({ account, transport: http(url) }).sendTransaction({ ...call, chain: null })
      return reader.waitForTransactionReceipt({ hash })
    }
    const made: Address[] = []
    for (const [at, places] of decimals.entries()) {
      const args = [`Token ${at}`, `T${at}`, places, operator]
      const data = encodeDeployData({ abi: artifacts.Token.abi, bytecode: artifacts.Token.bytecode, args })
      await send(operator, { to: create2, data: concat([zeros, data]) })
      made.push(getContractAddress({ opcode: 'CREATE2', from: create2, salt: zeros, bytecode: data }))
    }
    const tokens = [wrapped as Address, ...made]
    const [, first = wrapped, second = wrapped] = tokens
    const through: readonly Address[] = [wrapped, first, second]
    const v3 = { factory: swapV3Addresses.factory, quoter: swapV3Addresses.quoter }
    const settings = 'v3' in kinds ? { ...kinds, v3 } : kinds
    const server = await startServer({
      port: 0,
      dataDir: false,
      roles: ['data'],
      chains: [
        {
          caip2,
          name: 'Local',
          rpc: [url],
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          multicall3: multicall3Address,
        },
      ],
      env: {
        LATCHKEY_LOG_LEVEL: 'silent',
        LATCHKEY_SWAPS: JSON.stringify({
          [caip2]: { provider: 'pools', router, wrapped, connectors: [first, second], ...settings },
        }),
      },
    })
    const ask = async (path: string, query: object, init?: RequestInit) => {
      const response = await fetch(`${server.url}/v1/convert/${path}?${new URLSearchParams({ ...query })}`, init)
      return { status: response.status, json: await response.json() }
    }
    const idOf = (address: string) => `${caip2}:${address}`
    const tokenOf = (at: number): Address => tokens[at] ?? wrapped
    const counts = { none: 0, one: 0, two: 0, three: 0 }
    let lastUser = 0n

    /** The best that the v2 router, or the quoter of v3, would pay on any way of three pools at most, asked of them themselves. */
    async function bestOf(from: Address, to: Address, amount: bigint, made: readonly Pool[]): Promise<bigint> {
      const between = through.filter((token) => token !== from && token !== to)
      const pairs = between.flatMap((one) => between.filter((other) => other !== one).map((other) => [one, other]))
      const paths = [[], ...between.map((one) => [one]), ...pairs].map((middle) => [from, ...middle, to])
      const pays = paths.map((path) =>
        reader
          .readContract({ address: swapAddresses.router, abi, functionName: 'getAmountsOut', args: [amount, path] })
          .then((amounts) => amounts.at(-1) ?? 0n),
      )
      const quotes = ('v3' in kinds ? paths : [])
        .flatMap((path) => overTiers(path, made))
        .map(async (path) => {
          const args = [path, amount] as const
          const call = { address: swapV3Addresses.quoter, abi, functionName: 'quoteExactInput', args } as const
          return (await reader.simulateContract(call)).result
        })
      // A pool that is not there, or one that pays nothing.
      const told = await Promise.all([...pays, ...quotes].map((one) => one.catch(() => 0n)))
      return told.reduce((best, one) => (one > best ? one : best), 0n)
    }

    /** A way over each choice of pools that were made, as the quoter reads it. */
    function overTiers(path: readonly Address[], made: readonly Pool[]): readonly Hex[] {
      return path.slice(1).reduce<readonly Hex[]>(
        (sofar, token, at) => {
          const pair = [path[at], token].toSorted().join()
          const tiers = made.flatMap(({ sides, fee }) =>
            fee !== null && sides.map(tokenOf).toSorted().join() === pair ? [fee] : [],
          )
          return sofar.flatMap((begun) =>
            tiers.map((fee) => encodePacked(['bytes', 'uint24', 'address'], [begun, fee, token])),
          )
        },
        [path[0] ?? '0x'],
      )
    }

    async function run({ pools, sides, amount, slippage }: Case) {
      const [sold = 0, bought = 0] = sides
      const user: Address = `0x${(0x70_000_000_000n + ++lastUser).toString(16).padStart(40, '0')}`
      const calls = pools.flatMap(({ sides: [one = 0, other = 1], amounts, fee }) =>
        fill(tokenOf(one), tokenOf(other), amounts, fee),
      )
      if (sold !== 0) calls.push(call(tokenOf(sold), 0n, 'mint', [user, amount]))
      const value = calls.reduce((sum, each) => sum + each.value, 0n)
      await node.setBalance({ address: operator, value: value + parseEther('100') })
      await node.setBalance({ address: user, value: (sold === 0 ? amount : 0n) + parseEther('10') })
      await node.impersonateAccount({ address: user })
      const data = encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] })
      expect((await send(operator, { to: multicall3Address, data, value, gas: 29_000_000n })).status).toBe('success')

      const pair = {
        from: idOf(sold === 0 ? native : tokenOf(sold)),
        to: idOf(bought === 0 ? native : tokenOf(bought)),
      }
      const { json } = await ask('quotes', { ...pair, amount: String(amount), userAddress: user })
      const best = await bestOf(tokenOf(sold), tokenOf(bought), amount, pools)
      expect(json.quotes.map(({ toAmount }: { toAmount: string }) => BigInt(toAmount))).toEqual(
        best === 0n ? [] : [best],
      )
      if (best === 0n) return void counts.none++
      const hops = json.quotes[0].route.length - 1
      counts[(['none', 'one', 'two', 'three'] as const)[hops] ?? 'none']++
      expect(json.quotes[0].priceImpact).toBeGreaterThanOrEqual(0)
      expect(json.quotes[0].priceImpact).toBeLessThanOrEqual(1)

      const userAddress = idOf(user)
      if (sold !== 0) {
        const approval = await ask('build-approve', { ...pair, userAddress, amount: String(amount) })
        await send(user, { to: tokenOf(sold), data: approval.json.tx.data })
      }
      const body = JSON.stringify({ ...pair, userAddress, amount: String(amount), eip155: { slippage } })
      const built = await ask('build-transaction', {}, { method: 'POST', body })
      expect(built.status, JSON.stringify(built.json)).toBe(200)
      const { tx, minimum } = built.json
      const held = () =>
        bought === 0
          ? reader.getBalance({ address: user })
          : reader.readContract({ address: tokenOf(bought), abi: erc20Abi, functionName: 'balanceOf', args: [user] })
      const before = await held()
      const paid = sold === 0 ? amount : 0n
      const receipt = await send(user, { to: router, data: tx.data, value: paid, gas: BigInt(tx.eip155.gas) })
      expect(receipt.status).toBe('success')
      const fee = bought === 0 ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
      const received = (await held()) - before + fee
      expect(received).toBe(best)
      expect(received).toBeGreaterThanOrEqual(BigInt(minimum))
      // What slippage leaves of it, rounded up.
      expect(BigInt(minimum)).toBe((best * BigInt(10_000 - Math.round(slippage * 100)) + 9_999n) / 10_000n)
    }

    try {
      const swap = 'v3' in kinds ? swapOver(fc.option(fc.constantFrom(...fees)), 16) : swapOver(fc.constant(null), 10)
      const property = fc.asyncProperty(swap, async (one) => {
        const id = await node.snapshot()
        try {
          await run(one)
        } finally {
          await node.revert({ id })
        }
      })
      await fc.assert(property, { numRuns: total, seed: printedSeed('swaps'), endOnFailure: true })
    } finally {
      await server.close()
      await stop()
    }
    console.log(`swaps ${name}: ${total} cases ${JSON.stringify(counts)}`)
    expect(counts.one + counts.two + counts.three).toBeGreaterThan(0)
  },
)

const create2: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const zeros: Hex = `0x${'00'.repeat(32)}`

function call(
  target: Address,
  value: bigint,
  functionName: 'mint' | 'transfer' | 'deposit' | 'createPair' | 'createPool' | 'fill',
  args: unknown,
) {
  const callData = encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  return { target, allowFailure: false, value, callData }
}

/** What makes a pool of two tokens and fills it. The pools that the chain begins with trade other tokens. */
function fill(one: Address, other: Address, amounts: readonly bigint[], fee: number | null) {
  const [low, high] = one.toLowerCase() < other.toLowerCase() ? [one, other] : [other, one]
  const args = [{ type: 'address' }, { type: 'address' }] as const
  const place =
    fee === null
      ? {
          from: factory,
          salt: keccak256(encodePacked(['address', 'address'], [low, high])),
          bytecode: concat([artifacts.SwapPair.bytecode, encodeAbiParameters(args, [low, high])]),
        }
      : {
          from: swapV3Addresses.factory,
          salt: keccak256(encodeAbiParameters([...args, { type: 'uint24' }], [low, high, fee])),
          bytecode: concat([
            artifacts.SwapPoolV3.bytecode,
            encodeAbiParameters([...args, { type: 'uint24' }], [low, high, fee]),
          ]),
        }
  const pool = getContractAddress({ opcode: 'CREATE2', ...place })
  const paid = [one, other].flatMap((token, at) => {
    const amount = amounts[at] ?? 1n
    if (token !== wrapped) return [call(token, 0n, 'mint', [pool, amount])]
    return [call(token, amount, 'deposit', []), call(token, 0n, 'transfer', [pool, amount])]
  })
  const [make, done] =
    fee === null
      ? [call(factory, 0n, 'createPair', [one, other]), call(pool, 0n, 'mint', [pool])]
      : [call(swapV3Addresses.factory, 0n, 'createPool', [one, other, fee]), call(pool, 0n, 'fill', [])]
  return [make, ...paid, done]
}
