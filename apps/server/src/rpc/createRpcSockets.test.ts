import { type EvmChains, type FaultyNode, startEvmChains, startFaultyNode } from '@latchkey/devnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { toChainInput } from '../../test/localChains.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

let evm: EvmChains
let node: FaultyNode
let server: RunningServer

beforeAll(async () => {
  evm = await startEvmChains()
  node = await startFaultyNode({ target: evm.chains[0].url })
  const { ws: _, ...silent } = toChainInput(evm.chains[1])
  server = await startTestServer({
    chains: [toChainInput(evm.chains[0], { ws: [node.wsUrl] }), silent],
    env: { LATCHKEY_MAX_SOCKETS: '3' },
  })
})
afterEach(() => node.set('ok'))
afterAll(async () => {
  await server?.close()
  await node?.stop()
  await evm?.stop()
})

function open(path = '/v1?chainId=eip155:31337&projectId=x') {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`)
  const messages: { id?: unknown; method?: string; result?: unknown; error?: { code: number }; params?: unknown }[] = []
  const waiters: (() => void)[] = []
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)))
    for (const wake of waiters.splice(0)) wake()
  })
  const opened = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => undefined)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => waiters.push(resolve))
    }
  }
  const ask = (method: string, params: unknown[] = [], id: unknown = Math.random()) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return until(() => messages.find((message) => message.id === id))
  }
  const close = async () => {
    socket.close()
    await closed
  }
  return { socket, messages, opened, closed, ask, until, close }
}

const sum = (counts: { [code: string]: number }) => Object.values(counts).reduce((all, each) => all + each, 0)

/** How many calls the data API refused, by code. */
async function refusedCalls(): Promise<{ [code: string]: number }> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const found = text.matchAll(/^latchkey_refused_calls_total\{api="data",code="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, code, count]) => [code, Number(count)]))
}

it.each(['/v1?chainId=eip155:31337', '/v1/?chainId=eip155:31337', '/ws?chainId=eip155:31337'])(
  '[S7-122] carries calls and subscriptions on %s',
  async (path) => {
    const { opened, ask, until, messages, close } = open(path)
    expect(await opened).toBe(101)
    expect((await ask('eth_chainId', [], 'one')).result).toBe('0x7a69')
    expect((await ask('eth_getBalance', [`0x${'0'.repeat(40)}`, 'latest'], 7)).result).toMatch(/^0x/)
    const { result: subscription } = await ask('eth_subscribe', ['newHeads'])
    const mine = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x1'] }
    await fetch(evm.chains[0].url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mine),
    })
    const head = await until(() => messages.find(({ method }) => method === 'eth_subscription'))
    expect(head.params).toMatchObject({ subscription })
    expect((await ask('eth_unsubscribe', [subscription])).result).toBe(true)
    await close()
  },
)

it('[S8-71][S8-72] answers what is not allowed or not JSON-RPC by itself', async () => {
  const { opened, ask, until, messages, socket, close } = open()
  await opened
  expect((await ask('anvil_reset')).error?.code).toBe(-32601)
  socket.send('{')
  await until(() => messages.find(({ error }) => error?.code === -32700))
  socket.send('[]')
  await until(() => messages.find(({ error }) => error?.code === -32600))
  socket.send(JSON.stringify(['a', 'b', 'a'].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_gasPrice' }))))
  await until(() => (messages.filter(({ result }) => result !== undefined).length === 3 ? true : undefined))
  expect(
    messages
      .filter(({ result }) => result !== undefined)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['a', 'a', 'b'])
  expect(node.calls).not.toContain('anvil_reset')
  await close()
})

it('counts what it refuses by its code, and nothing else', async () => {
  const { opened, ask, until, messages, socket, close } = open()
  await opened
  const before = await refusedCalls()
  await ask('eth_chainId')
  await ask('eth_gasPrice')
  await ask('anvil_reset')
  await ask('eth_getLogs', [{ fromBlock: '0x0', toBlock: '0xfffff' }])
  socket.send('[]')
  await until(() => messages.find(({ error }) => error?.code === -32600))
  const after = await refusedCalls()
  for (const [code, by] of Object.entries({ UNSUPPORTED_METHOD: 1, INVALID_PARAMS: 1, INVALID_REQUEST: 1 }))
    expect([code, (after[code] ?? 0) - (before[code] ?? 0)]).toEqual([code, by])
  expect(sum(after) - sum(before)).toBe(3)
  await close()
})

it('closes with 1012 and a reason when the node is lost', async () => {
  const { opened, ask, closed } = open()
  await opened
  await ask('eth_gasPrice')
  await node.set('down')
  expect(await closed).toEqual({ code: 1012, reason: 'The node was lost' })
})

it('closes with 1012 when no node can be reached, or the only one is of another chain', async () => {
  await node.set('down')
  expect((await open().closed).code).toBe(1012)
  await node.set({ wrongChain: 5 })
  expect((await open().closed).code).toBe(1012)
})

it('never passes an answer on that nobody asked for', async () => {
  const { opened, ask, messages, socket, closed } = open()
  await opened
  await ask('eth_gasPrice')
  await node.set('idSwapped')
  const before = messages.length
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'mine', method: 'eth_gasPrice' }))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(messages.slice(before)).toEqual([])
  socket.close()
  await closed
})

it('refuses messages over 1 MiB and binary ones', async () => {
  const big = open()
  await big.opened
  big.socket.send(' '.repeat(1024 * 1024 + 1))
  expect((await big.closed).code).toBe(1009)
  const binary = open()
  await binary.opened
  binary.socket.send(Buffer.from('{}'))
  expect((await binary.closed).code).toBe(1003)
})

it('refuses unknown chains, chains without sockets, other paths, and more sockets than set', async () => {
  expect(await open('/v1?chainId=eip155:5').opened).toBe(400)
  expect(await open('/v1?chainId=eip155:31338').opened).toBe(400)
  expect(await open('/other').opened).toBe(404)
  const three = [open(), open(), open()]
  for (const one of three) expect(await one.opened).toBe(101)
  expect(await open().opened).toBe(503)
  for (const one of three) await one.close()
})
