import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const key = 'Zk3v9QpTa71LmXw0'
let node: WebSocketServer
let server: RunningServer
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
  const chain = {
    caip2: 'eip155:5' as const,
    name: 'Five',
    rpc: ['http://127.0.0.1:9'],
    ws: [`ws://127.0.0.1:${port}/v3/${key}`],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  server = await startTestServer({ chains: [chain] })
}, 120_000)
afterAll(async () => {
  await server?.close()
  for (const socket of node?.clients ?? []) socket.terminate()
  node?.close()
})

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
