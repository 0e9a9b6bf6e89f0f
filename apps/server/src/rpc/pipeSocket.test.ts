import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer, StartServerOptions } from '../startServer.js'

const key = 'Zk3v9QpTa71LmXw0'
let node: WebSocketServer
let broken: Server
let server: RunningServer
let chains: NonNullable<StartServerOptions['chains']>
/** Whether the node stops to read what it is sent, as one behind a slow line does. */
let isDeaf = false

beforeAll(async () => {
  node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  node.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: unknown; method: string }
      if (isDeaf && method !== 'eth_chainId') return socket.pause()
      const told =
        method === 'eth_chainId'
          ? { result: '0x5' }
          : { error: { code: -32000, message: `project ID ${key} is over its quota`, data: socket.url } }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...told }))
    }),
  )
  await once(node, 'listening')
  const { port } = node.address() as AddressInfo
  broken = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (head: Buffer) => {
      const given = /sec-websocket-key: (\S+)/i.exec(String(head))?.[1]
      const accept = createHash('sha1').update(`${given}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
      const right = Buffer.from('{"jsonrpc":"2.0","id":"latchkey:chainId","result":"0x6"}')
      // A frame of a kind that does not exist comes in the same packet.
      socket.once('data', () => socket.write(Buffer.from([0x81, right.length, ...right, 0x83, 0])))
    })
  }).listen(0, '127.0.0.1')
  await once(broken, 'listening')
  const chain = {
    caip2: 'eip155:5' as const,
    name: 'Five',
    rpc: ['http://127.0.0.1:9'],
    ws: [`ws://127.0.0.1:${port}/v3/${key}`],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const { port: brokenPort } = broken.address() as AddressInfo
  const second = { ...chain, caip2: 'eip155:6' as const, ws: [`ws://127.0.0.1:${brokenPort}`] }
  chains = [chain, second]
  server = await startTestServer({ chains })
}, 120_000)
afterAll(async () => {
  await server?.close()
  for (const socket of node?.clients ?? []) socket.terminate()
  node?.close()
  broken?.close()
})

it('behavior: each call of a batch counts against the limit', async () => {
  const env = { LATCHKEY_MODE: 'production', LATCHKEY_RATE_LIMIT: '1', LATCHKEY_RATE_BURST: '100' }
  const limited = await startTestServer({ chains, env })
  // A second would give back what the next call costs.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = new WebSocket(`${limited.url.replace('http', 'ws')}/v1?chainId=eip155:5`)
  await once(socket, 'open')
  const heard: { id: unknown; error?: { code: number } }[] = []
  const all = new Promise<void>((resolve) =>
    socket.on('message', (data) => {
      if (heard.push(JSON.parse(String(data))) === 501) resolve()
    }),
  )
  const batch = Array.from({ length: 500 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
  socket.send(JSON.stringify(batch))
  socket.send(JSON.stringify(batch[0]))
  await all
  expect(heard.filter(({ error }) => error === undefined)).toHaveLength(500)
  expect(heard.at(-1)).toMatchObject({ id: null, error: { code: -32005 } })
  socket.terminate()
  await limited.close()
}, 60_000)

/** A socket over which a first call was answered, so that it leads to the node. */
async function open(): Promise<{ socket: WebSocket; heard: string }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1?chainId=eip155:5`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_gasPrice' }))
  const [heard] = await once(socket, 'message')
  return { socket, heard: String(heard) }
}

it('error: what a node says of its own key is told to nobody', async () => {
  const { socket, heard } = await open()
  expect(JSON.parse(heard)).toMatchObject({ error: { message: 'project ID upstream is over its quota' } })
  socket.terminate()
})

it('error: a node that breaks right after its first answer is lost, and nothing else with it', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1?chainId=eip155:6`)
  const [code] = await once(socket, 'close')
  expect(code).toBe(1012)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

it('behavior: what a node does not read is not gathered without end', async () => {
  const { socket } = await open()
  isDeaf = true
  const closed = new Promise<[number, string]>((resolve) =>
    socket.once('close', (code, reason) => resolve([code, String(reason)])),
  )
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: ['x'.repeat(1_000_000)] })
  // Of these 40 MB the sockets in between hold some.
  for (let at = 0; at < 40; at++) socket.send(call)
  expect(await closed).toEqual([1013, 'The node does not read fast enough'])
}, 60_000)
