import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createLog } from '../platform/log/log.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import { pipeSocket } from './pipeSocket.js'

/** A client whose calls go to a node that answers each with `0x1`. */
async function open(head: () => Promise<bigint>) {
  const asked: string[] = []
  const refused: string[] = []
  const [node, front] = [0, 1].map(() => new WebSocketServer({ port: 0, host: '127.0.0.1' })) as [
    WebSocketServer,
    WebSocketServer,
  ]
  await Promise.all([once(node, 'listening'), once(front, 'listening')])
  const urlOf = (server: WebSocketServer) => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: number; method: string }
      asked.push(method)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }))
    }),
  )
  front.on('connection', (client) =>
    pipeSocket({
      client,
      chainId: 'eip155:5',
      async upstream() {
        const socket = new WebSocket(urlOf(node))
        await once(socket, 'open')
        return socket
      },
      head,
      admit: () => undefined,
      charge: () => undefined,
      onRefused: (code) => refused.push(code),
      log: createLog('silent'),
    }),
  )
  const socket = new WebSocket(urlOf(front))
  await once(socket, 'open')
  onTestFinished(() => {
    for (const each of [...node.clients, ...front.clients]) each.terminate()
    node.close()
    front.close()
  })
  const call = async (method: string, range: object): Promise<number | undefined> => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [range] }))
    const [data] = await once(socket, 'message')
    return (JSON.parse(String(data)) as { error?: { code: number } }).error?.code
  }
  return { call, asked, refused }
}

it('behavior: a search of logs is no wider over a socket, up to the newest block and by a filter', async () => {
  const { call, asked, refused } = await open(async () => 20_000n)
  for (const method of ['eth_getLogs', 'eth_newFilter']) {
    for (const range of [{ fromBlock: '0x0', toBlock: '0x2710' }, { fromBlock: '0x2710' }, { fromBlock: 'earliest' }])
      expect([method, range, await call(method, range)]).toEqual([method, range, -32602])
    for (const range of [{ fromBlock: '0x0', toBlock: '0x270f' }, { fromBlock: '0x2711' }, { fromBlock: 'latest' }])
      expect([method, range, await call(method, range)]).toEqual([method, range, undefined])
  }
  expect(asked).toEqual([...Array(3).fill('eth_getLogs'), ...Array(3).fill('eth_newFilter')])
  expect(refused).toEqual(Array(6).fill('INVALID_PARAMS'))
})

it('error: a search of logs is not passed where the newest block cannot be had', async () => {
  const { call, asked } = await open(async () => {
    throw new UpstreamFault('RPC_UNREACHABLE', { sent: false })
  })
  expect(await call('eth_getLogs', { fromBlock: '0x0' })).toBe(-32603)
  expect(await call('eth_getLogs', { fromBlock: 'latest' })).toBeUndefined()
  expect(asked).toEqual(['eth_getLogs'])
})
