import {
  artifacts,
  type EvmChains,
  type FaultyNode,
  startEvmChains,
  startFaultyNode,
  swapAddresses,
} from '@latchkey/devnet'
import { swapQuotes, swapTokens } from '@latchkey/protocol/swapApi'
import {
  type Address,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toChainInput } from '../../test/localChains.js'
import { startTestServer } from '../../test/startTestServer.js'
import { taxedToken } from '../../test/taxedToken.js'
import type { RunningServer } from '../startServer.js'

const chainId = 'eip155:31337'
const idOf = (address: string) => `${chainId}:${address}`
const native = idOf('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
const { router, factory, wrapped } = swapAddresses
const owner = privateKeyToAccount(generatePrivateKey())
const taxed: Address = `0x${'7a'.repeat(20)}`
const abi = parseAbi([
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function mint(address) returns (uint256)',
  'function deposit() payable',
  'function transfer(address, uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])

let evm: EvmChains
let node: FaultyNode
let server: RunningServer
beforeAll(async () => {
  evm = await startEvmChains()
  node = await startFaultyNode({ target: evm.chains[0].url })
  const setting = {
    provider: 'pools',
    router,
    wrapped,
    connectors: evm.chains[0].tokens.map((one) => one.address),
    v2: { factory },
  }
  server = await startTestServer({
    roles: ['data'],
    chains: [toChainInput(evm.chains[0], { rpc: [node.url] })],
    env: { LATCHKEY_SWAPS: JSON.stringify({ [chainId]: setting }), LATCHKEY_PROJECTS: 'test' },
  })
  await client().setBalance({ address: owner.address, value: parseEther('1000') })
})
afterAll(async () => {
  await server?.close()
  await node?.stop()
  await evm?.stop()
})

const client = () => createTestClient({ mode: 'anvil', transport: http(evm.chains[0].url) }).extend(publicActions)
const wallet = () => createWalletClient({ account: owner, chain: foundry, transport: http(evm.chains[0].url) })
const mined = (hash: Hex) => client().waitForTransactionReceipt({ hash, pollingInterval: 20 })

async function get(path: string, query: { [name: string]: string }) {
  const response = await fetch(
    `${server.url}/v1/convert/${path}?${new URLSearchParams({ projectId: 'test', ...query })}`,
  )
  return response.json()
}
async function build(order: { from: string; to: string; amount: bigint; slippage: number }) {
  const { from, to, amount, slippage } = order
  const fields = { amount: String(amount), from, to, userAddress: idOf(owner.address), eip155: { slippage } }
  const response = await fetch(`${server.url}/v1/convert/build-transaction`, {
    method: 'POST',
    body: JSON.stringify({ projectId: 'test', ...fields, disableEstimate: true }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { tx: { data: Hex }; minimum: string }
}
const run = async ({ tx: { data } }: { tx: { data: Hex } }, value: bigint) =>
  mined(await wallet().sendTransaction({ to: router, data, value, gas: 1_000_000n }))

describe('SEC-G-05 a token of which a part is lost with each transfer', () => {
  const balance = () => client().readContract({ address: taxed, abi, functionName: 'balanceOf', args: [owner.address] })
  const lose = (thousandths: number) =>
    client().setStorageAt({ address: taxed, index: taxedToken.lost, value: toHex(thousandths, { size: 32 }) })

  const give = (account: Address, amount: bigint) =>
    client().setStorageAt({ address: taxed, index: taxedToken.slotOf(account), value: toHex(amount, { size: 32 }) })
  const pairOf = () => client().readContract({ address: factory, abi, functionName: 'getPair', args: [wrapped, taxed] })

  beforeAll(async () => {
    await client().setCode({ address: taxed, bytecode: taxedToken.code })
    await mined(
      await wallet().writeContract({ address: factory, abi, functionName: 'createPair', args: [wrapped, taxed] }),
    )
    const pair = await pairOf()
    await mined(
      await wallet().writeContract({ address: wrapped, abi, functionName: 'deposit', value: parseEther('100') }),
    )
    const args = [pair, parseEther('100')] as const
    await mined(await wallet().writeContract({ address: wrapped, abi, functionName: 'transfer', args }))
    await give(pair, parseEther('10000'))
    await mined(await wallet().writeContract({ address: pair, abi, functionName: 'mint', args: [owner.address] }))
    await give(owner.address, parseEther('100'))
  })

  it.each([
    ['bought', 5, 1, 'success'],
    ['bought', 100, 1, 'reverted'],
    ['bought', 100, 15, 'success'],
    ['sold', 5, 1, 'success'],
    ['sold', 100, 1, 'reverted'],
    ['sold', 100, 15, 'success'],
  ] as const)(
    '%s at a loss of %i ‰ with a tolerance of %i per cent: %s, and never for less than the minimum',
    async (way, loss, slippage, status) => {
      await lose(loss)
      const [from, to] = way === 'bought' ? [native, idOf(taxed)] : [idOf(taxed), native]
      const built = await build({ from, to, amount: parseEther('1'), slippage })
      const [tokens, coins] = [await balance(), await client().getBalance({ address: owner.address })]
      const receipt = await run(built, way === 'bought' ? parseEther('1') : 0n)
      expect(receipt.status).toBe(status)
      const fee = receipt.gasUsed * receipt.effectiveGasPrice
      const came =
        way === 'bought'
          ? (await balance()) - tokens
          : (await client().getBalance({ address: owner.address })) - coins + fee
      if (status === 'success') expect(came).toBeGreaterThanOrEqual(BigInt(built.minimum))
      else expect([await balance(), came]).toEqual([tokens, 0n])
    },
  )

  it.each([
    ['less', 90n, 'reverted'],
    ['more', 110n, 'success'],
  ] as const)(
    'or of which everybody has %s at once, as rebasing ones: never for less than the minimum',
    async (_, parts, status) => {
      await lose(0)
      const pair = await pairOf()
      const built = await build({ from: native, to: idOf(taxed), amount: parseEther('1'), slippage: 1 })
      const pool = await client().readContract({ address: taxed, abi, functionName: 'balanceOf', args: [pair] })
      await give(pair, (pool * parts) / 100n)
      const before = await balance()
      expect((await run(built, parseEther('1'))).status).toBe(status)
      const came = (await balance()) - before
      if (status === 'success') expect(came).toBeGreaterThanOrEqual(BigInt(built.minimum))
      else expect(came).toBe(0n)
      await give(pair, pool)
    },
  )
})

it('a quote asks the node twice at most, also through other tokens', async () => {
  const [usdc, dai] = evm.chains[0].tokens
  for (const [from, to, amount] of [
    [native, idOf(usdc?.address ?? ''), String(parseEther('1'))],
    [idOf(usdc?.address ?? ''), idOf(dai?.address ?? ''), '1000000'],
  ] as const) {
    const before = node.requests
    const found = swapQuotes.parse(await get('quotes', { from, to, amount, userAddress: owner.address, gasPrice: '1' }))
    expect(found.quotes).toHaveLength(1)
    expect(node.requests - before).toBeLessThanOrEqual(2)
  }
})

it('hostile: an unknown token is told with its decimals, and its name as one line without markup tricks', async () => {
  const { abi: tokenAbi, bytecode } = artifacts.Token
  const name = '<img src=x onerror=alert(1)>\u202eevil\u2066\nEther\u200b'
  for (const decimals of [0, 36, 255]) {
    const args = [name, '\u202eHTE', decimals, owner.address]
    const { contractAddress } = await mined(await wallet().deployContract({ abi: tokenAbi, bytecode, args }))
    const { tokens } = swapTokens.parse(await get('tokens', { chainId, address: idOf(contractAddress ?? '') }))
    expect(tokens).toMatchObject([{ name: '<img src=x onerror=alert(1)>evil Ether', symbol: 'HTE', decimals }])
  }
})
