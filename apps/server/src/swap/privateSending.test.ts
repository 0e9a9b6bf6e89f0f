import {
  type EvmChains,
  type FaultMode,
  type FaultyNode,
  faucet,
  localTokens,
  startEvmChains,
  startFaultyNode,
  swapAddresses,
} from '@latchkey/devnet'
import { type Address, createPublicClient, createWalletClient, type Hex, http, keccak256, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { toChainInput } from '../../test/localChains.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const chainId = 'eip155:31337'
const coin = `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const [{ address: usdc }] = localTokens
const { router, factory, wrapped } = swapAddresses
const owner = privateKeyToAccount(generatePrivateKey())
const send = 'eth_sendRawTransaction'

let evm: EvmChains
/** A node that everybody reads, and one that the operator named for swaps. */
let open: FaultyNode
let secret: FaultyNode
const servers: RunningServer[] = []
beforeAll(async () => {
  evm = await startEvmChains()
  open = await startFaultyNode({ target: evm.chains[0].url })
  secret = await startFaultyNode({ target: evm.chains[0].url })
  await faucet(evm.chains[0], owner.address)
})
afterEach(async () => {
  await secret.set('ok')
  for (const server of servers.splice(0)) await server.close()
})
afterAll(async () => {
  await open?.stop()
  await secret?.stop()
  await evm?.stop()
})

const client = () => createPublicClient({ transport: http(evm.chains[0].url) })
const url = () => `${servers[0]?.url}/v1`
const sentTo = (node: FaultyNode) => node.calls.filter((method) => method === send).length
const isMined = (signed: Hex) =>
  client()
    .getTransactionReceipt({ hash: keccak256(signed) })
    .then(({ status }) => status === 'success')
    .catch(() => false)

async function start(more: { fallback?: boolean } = {}) {
  const kinds = { wrapped, router, v2: { factory } }
  const setting = { provider: 'pools', ...kinds, private: { rpc: secret.url, ...more } }
  const server = await startTestServer({
    roles: ['data'],
    chains: [toChainInput(evm.chains[0], { rpc: [open.url], ws: [open.wsUrl] })],
    env: { LATCHKEY_SWAPS: JSON.stringify({ [chainId]: setting }), LATCHKEY_PROJECTS: 'test' },
  })
  servers.push(server)
}
async function sign(call: { to: Address; data?: Hex; value: bigint }): Promise<Hex> {
  const wallet = createWalletClient({ account: owner, chain: foundry, transport: http(evm.chains[0].url) })
  return wallet.signTransaction(await wallet.prepareTransactionRequest({ ...call, gas: 400_000n }))
}
async function signSwap(): Promise<Hex> {
  const order = { amount: String(parseEther('0.01')), from: coin, to: `${chainId}:${usdc}`, eip155: { slippage: 1 } }
  const response = await fetch(`${url()}/convert/build-transaction`, {
    method: 'POST',
    body: JSON.stringify({ projectId: 'test', ...order, userAddress: `${chainId}:${owner.address}` }),
  })
  const { tx } = await response.json()
  return sign({ to: router, data: tx.data, value: parseEther('0.01') })
}
async function post(body: unknown) {
  const response = await fetch(`${url()}?projectId=test&chainId=${chainId}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}
const rpc = (signed: Hex) => ({ jsonrpc: '2.0', id: 1, method: send, params: [signed] })

it('SEC-G-04 a swap goes to the private endpoint alone, alone or in a batch, and anything else to the chain’s nodes', async () => {
  await start()
  const before = [sentTo(open), sentTo(secret)]
  const swap = await signSwap()
  expect((await post(rpc(swap))).json.result).toBe(keccak256(swap))
  expect([sentTo(open), sentTo(secret)]).toEqual([before[0], (before[1] ?? 0) + 1])
  await expect.poll(() => isMined(swap)).toBe(true)

  const batched = await signSwap()
  expect((await post([rpc(batched)])).json[0].result).toBe(keccak256(batched))
  expect(sentTo(open)).toBe(before[0])
  await expect.poll(() => isMined(batched)).toBe(true)

  const payment = await sign({ to: `0x${'12'.repeat(20)}`, value: 1n })
  expect((await post(rpc(payment))).json.result).toBe(keccak256(payment))
  expect([sentTo(open), sentTo(secret)]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2])
})

it.each<[string, FaultMode, number | undefined]>([
  ['does not answer the door', 'down', undefined],
  ['asks to wait', { status: 429 }, -32005],
  ['is silent after it has the swap', 'garbage', -32000],
])('SEC-G-04 a swap goes to nobody else where the endpoint %s', async (_, mode, code) => {
  await start()
  const swap = await signSwap()
  await secret.set(mode)
  const before = sentTo(open)
  const { json } = await post(rpc(swap))
  expect(json.error?.code).toBe(code)
  expect(json.result).toBeUndefined()
  expect(JSON.stringify(json)).not.toContain(new URL(secret.url).port)
  expect(sentTo(open)).toBe(before)
  expect(await isMined(swap)).toBe(false)
  // The same bytes go through later: nothing was lost.
  await secret.set('ok')
  await expect.poll(async () => (await post(rpc(swap))).json.result, { timeout: 20_000 }).toBe(keccak256(swap))
})

it('with the operator’s word a swap goes to the chain’s nodes where the endpoint is away, and not where it may have it', async () => {
  await start({ fallback: true })
  const swap = await signSwap()
  await secret.set('down')
  expect((await post(rpc(swap))).json.result).toBe(keccak256(swap))
  await expect.poll(() => isMined(swap)).toBe(true)
  const kept = await signSwap()
  await secret.set('garbage')
  const before = sentTo(open)
  expect((await post(rpc(kept))).json.error).toMatchObject({ code: -32000, data: { hash: keccak256(kept) } })
  expect(sentTo(open)).toBe(before)
})

it('an endpoint of another chain is not used', async () => {
  const other = await startFaultyNode({ target: evm.chains[1].url })
  const right = secret
  secret = other
  try {
    await start()
    await expect.poll(() => other.calls.includes('eth_chainId')).toBe(true)
    const swap = await signSwap()
    expect((await post(rpc(swap))).status).not.toBe(200)
    expect([sentTo(other), await isMined(swap)]).toEqual([0, false])
  } finally {
    secret = right
    await other.stop()
  }
})

it('a socket takes no transaction where swaps are private', async () => {
  await start()
  const swap = await signSwap()
  const before = sentTo(open)
  const socket = new WebSocket(`${url().replace('http', 'ws')}?projectId=test&chainId=${chainId}`)
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('message', (data) => resolve(String(data)))
    socket.on('error', reject)
    socket.on('open', () => socket.send(JSON.stringify(rpc(swap))))
  })
  expect(JSON.parse(await answer).error.code).toBe(-32601)
  expect(sentTo(open)).toBe(before)
  socket.close()
})
