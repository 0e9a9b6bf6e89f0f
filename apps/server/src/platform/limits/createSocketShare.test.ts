import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { newTopic, openRelayPeer } from '../../../test/openRelayPeer.js'
import { startTestServer } from '../../../test/startTestServer.js'
import { createSocketShare } from './createSocketShare.js'

const newSocket = () => new Duplex({ read: () => undefined })
const closed = (socket: Duplex) => new Promise((resolve) => socket.once('close', resolve).destroy())

it('behavior: one client has a quarter of the sockets, one network of IPv6 is one client, and what is closed is free', async () => {
  const share = createSocketShare({ maxSockets: 8, exemptLoopback: true })
  const first = newSocket()
  expect(share.take('203.0.113.1', first)).toBe(true)
  expect(share.take('203.0.113.1', newSocket())).toBe(true)
  expect(share.take('203.0.113.1', newSocket())).toBe(false)
  expect(share.take('203.0.113.2', newSocket())).toBe(true)
  await closed(first)
  expect(share.take('203.0.113.1', newSocket())).toBe(true)
  expect(share.take('203.0.113.1', newSocket())).toBe(false)
  for (const ip of ['2001:db8::1', '2001:db8::2']) expect(share.take(ip, newSocket())).toBe(true)
  expect(share.take('2001:db8::ffff:3', newSocket())).toBe(false)
  for (let at = 0; at < 10; at++) expect(share.take('127.0.0.1', newSocket())).toBe(true)
})

it('behavior: this machine counts as anybody where it is not exempt, and of few sockets one is a share', () => {
  const share = createSocketShare({ maxSockets: 3, exemptLoopback: false })
  expect(share.take('127.0.0.1', newSocket())).toBe(true)
  expect(share.take('127.0.0.1', newSocket())).toBe(false)
  expect(createSocketShare({ maxSockets: 0, exemptLoopback: false }).take('203.0.113.1', newSocket())).toBe(false)
})

it('behavior: one address cannot take every socket of the relay or of JSON-RPC', async () => {
  const held: Socket[] = []
  // It never answers, so that a socket to it stays as it is.
  const node = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1')
  await once(node, 'listening')
  const chain = {
    caip2: 'eip155:5' as const,
    name: 'Five',
    rpc: ['http://127.0.0.1:9'],
    ws: [`ws://127.0.0.1:${(node.address() as AddressInfo).port}`],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const env = { LATCHKEY_MODE: 'production', LATCHKEY_MAX_SOCKETS: '4', LATCHKEY_RELAY_SOCKETS: '4' }
  const server = await startTestServer({ chains: [chain], env })
  const url = server.url.replace('http', 'ws')
  // In production a token names the public address of the server.
  const audience = 'https://api.example'
  const peer = await openRelayPeer(url, { audience })
  await peer.call('irn_subscribe', { topic: newTopic() })
  const another = await openRelayPeer(url, { audience })
  expect(await another.closed).toEqual({ code: 1013, reason: 'Too many sockets are open to your address' })
  await once(new WebSocket(`${url}/v1?chainId=eip155:5`), 'open')
  const refused = new WebSocket(`${url}/v1?chainId=eip155:5`).on('error', () => undefined)
  const [, response] = await once(refused, 'unexpected-response')
  expect(response.statusCode).toBe(429)
  await server.close()
  for (const socket of held) socket.destroy()
  node.close()
}, 60_000)
