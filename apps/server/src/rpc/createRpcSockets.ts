import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ChainId } from '@latchkey/protocol/caip'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Chain } from '../platform/chains/chain.js'
import { answerRefusal } from '../platform/http/answerRefusal.js'
import type { ClientIp } from '../platform/http/clientIp.js'
import { bodyLimit } from '../platform/http/readBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { SocketShare } from '../platform/limits/createSocketShare.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Log } from '../platform/log/log.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import { openUpstreamSocket } from './openUpstreamSocket.js'
import { pipeSocket } from './pipeSocket.js'
import { rpcPaths } from './rpcPaths.js'

/** JSON-RPC over WebSocket. */
export type RpcSockets = {
  /** Takes over an HTTP upgrade of `/v1` or `/ws`; gives false for any other path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Notifies all clients that the server goes away. */
  close(): void
}

/**
 * Creates the WebSocket side of the JSON-RPC proxy.
 *
 * @param options - The gate, how to tell who calls, how many sockets may be open at once and to one client, what tells the newest block of a chain and whether swaps of it go to a private endpoint, the log and the figures.
 * @returns The sockets.
 */
export function createRpcSockets(options: {
  gate: Gate
  clientIp: ClientIp
  maxSockets: number
  share: SocketShare
  readHead: (chainId: ChainId) => Promise<bigint>
  isPrivate: (chainId: ChainId) => boolean
  log: Log
  metrics: Metrics
}): RpcSockets {
  const { gate, clientIp, maxSockets, share, readHead, isPrivate, log, metrics } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: bodyLimit, perMessageDeflate: false })
  let open = 0

  function admit(request: IncomingMessage, search: string): { chain: Chain; ip: string } {
    const query = new URLSearchParams(search)
    const forwarded = request.headers['x-forwarded-for']
    const ip = clientIp(request.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
    gate.limit(ip)
    gate.project(query.get('projectId'))
    const chain = gate.chain(query.get('chainId'))
    if ((chain.ws?.length ?? 0) === 0) throw new Refusal(400, 'chainId', 'This chain has no WebSocket here')
    if (open >= maxSockets)
      throw new Refusal(503, 'sockets', 'Too many sockets are open', { headers: { 'retry-after': '5' } })
    if (!share.take(ip, request.socket))
      throw new Refusal(429, 'sockets', 'Too many sockets are open to your address', {
        headers: { 'retry-after': '5' },
      })
    return { chain, ip }
  }

  function accept(client: WebSocket, chain: Chain, ip: string): void {
    open++
    metrics.sockets.inc()
    client.once('close', () => {
      open--
      metrics.sockets.dec()
    })
    client.on('error', () => undefined)
    pipeSocket({
      client,
      chainId: chain.caip2,
      isPrivate: isPrivate(chain.caip2),
      upstream: () => openUpstreamSocket(chain),
      head: () => readHead(chain.caip2),
      admit: () => gate.limit(ip),
      charge: (calls) => gate.charge(ip, calls),
      onRefused: (code) => metrics.refused.inc({ api: 'data', code }),
      log,
    })
  }

  return {
    upgrade(request, socket, head) {
      const [path = '', search = ''] = (request.url ?? '').split('?', 2)
      if (!rpcPaths.sockets.has(path)) return false
      try {
        const { chain, ip } = admit(request, search)
        server.handleUpgrade(request, socket, head, (client) => accept(client, chain, ip))
      } catch (error) {
        const { status, headers, body } = answerRefusal(error, 'upgrade', { log, metrics })
        const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) })
        socket.end(
          `HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
          () => socket.destroy(),
        )
      }
      return true
    },
    close() {
      for (const client of server.clients) client.close(1001, 'The server goes away')
      setTimeout(() => {
        for (const client of server.clients) client.terminate()
      }, 1_000).unref()
      server.close()
    },
  }
}
