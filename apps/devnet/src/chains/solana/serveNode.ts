import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { WebSocketServer } from 'ws'
import { nextFreePort } from '../../world/nextFreePort.js'
import { freePort } from '../freePort.js'
import { answerRequest, nodeMethods } from './answerRequest.js'
import type { Node } from './node.js'
import { createSubscriptions } from './subscriptions.js'

/** The two ends of a node, which have a port each. */
export type ServedNode = { readonly url: string; readonly wsUrl: string; stop(): Promise<void> }

const mostBytes = 1_000_000

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}

/**
 * Serves a node: JSON-RPC over HTTP to pages of every origin, and subscriptions over WebSocket on the next port, as clients of
 * Solana expect.
 *
 * @param node - The node.
 * @param wanted - The wanted port; 0 means any.
 */
export async function serveNode(node: Node, wanted: number): Promise<ServedNode> {
  const find = nodeMethods(node)
  const http = createServer((request, response) => {
    const end = (status: number, text: string, type = 'application/json') =>
      response.writeHead(status, { ...cors, 'content-type': type }).end(text)
    if (request.method === 'OPTIONS') return end(204, '')
    if (request.method === 'GET' && request.url === '/health') return end(200, 'ok', 'text/plain')
    if (request.method !== 'POST') return end(405, 'Used with POST', 'text/plain')
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size <= mostBytes) parts.push(part)
    })
    request.on('end', () => {
      if (size > mostBytes) return end(413, 'The request is too large', 'text/plain')
      end(200, toJson(answerRequest(find, Buffer.concat(parts).toString('utf8'))))
    })
  })
  const port = await freePort(wanted)
  await listen(http, port)
  const upgrade = createServer((_request, response) => response.writeHead(426, cors).end('Used with WebSocket'))
  const sockets = new WebSocketServer({ server: upgrade, maxPayload: mostBytes })
  sockets.on('connection', (socket) => {
    const send = (message: unknown) => {
      if (socket.readyState === socket.OPEN) socket.send(toJson(message))
    }
    const subscriptions = createSubscriptions(node, (method, subscription, result) =>
      send({ jsonrpc: '2.0', method, params: { result, subscription } }),
    )
    const leave = node.ledger.onAdvance(subscriptions.advance)
    socket.on('message', (text) => {
      send(answerRequest(subscriptions.find, String(text)))
      // What a new subscription waits for may have happened already.
      subscriptions.advance()
    })
    socket.on('close', leave)
    socket.on('error', () => socket.terminate())
  })
  // Clients derive the WebSocket port from the first: it is the next one.
  const wsPort = await nextFreePort(port + 1)
  await listen(upgrade, wsPort)
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${wsPort}`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      await Promise.all([http, upgrade].map(close))
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new LatchkeyError('INVALID_CONFIG', `The local Solana could not listen on port ${port}`, { cause })),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Writes JSON in which a bigint is a plain number, as the nodes of Solana write amounts beyond 2^53. */
function toJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toJson(field)}`).join(',')}}`
}
