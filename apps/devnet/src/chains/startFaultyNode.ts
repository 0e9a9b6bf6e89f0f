import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FaultMode } from './faultMode.js'
import { faultySocket } from './faultySocket.js'
import { freePort } from './freePort.js'
import { callsOf, type SpoiledAnswer, spoiledAnswer } from './spoiledAnswer.js'

/** How to start a faulty node. */
export type StartFaultyNodeOptions = {
  /** The HTTP address of the real node behind it. */
  target: string
  /** The mode to begin with. Default: `ok`. */
  mode?: FaultMode
  /** The port; 0 (default) means any. */
  port?: number
}

/** A node whose faults are switched at run time. */
export type FaultyNode = {
  url: string
  wsUrl: string
  readonly mode: FaultMode
  /** Changes the mode for all requests that come from now on; resolves when it holds. */
  set(mode: FaultMode): Promise<void>
  /** The method of every JSON-RPC call seen so far, in order. */
  readonly calls: readonly string[]
  /** How many HTTP requests and WebSocket messages were seen; a batch counts once. */
  readonly requests: number
  stop(): Promise<void>
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-expose-headers': 'retry-after',
}

/**
 * Starts a JSON-RPC node, over HTTP and WebSocket on one port, that passes everything on to a real one until it is told
 * to fail in one of the ways that nodes fail.
 *
 * @param options - The real node, and the first mode.
 * @returns The node, its switch and what it has seen.
 *
 * @example
 * import { startEvmChains, startFaultyNode } from '@latchkey/devnet'
 * const { chains } = await startEvmChains()
 * const node = await startFaultyNode({ target: chains[0].url })
 * await node.set({ status: 429, retryAfter: 2 })
 * await node.stop()
 */
export async function startFaultyNode(options: StartFaultyNodeOptions): Promise<FaultyNode> {
  const port = await freePort(options.port)
  const sockets = new Set<Duplex>()
  const timers = new Set<NodeJS.Timeout>()
  const calls: string[] = []
  let requests = 0
  let mode: FaultMode = options.mode ?? 'ok'
  let server: Server | undefined

  const seen = (text: string) => {
    requests += 1
    calls.push(...callsOf(text).map((call) => String(call.method)))
  }
  const forward = async (body: string): Promise<SpoiledAnswer> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(options.target, { method: 'POST', headers, body })
    return { status: response.status, headers, body: await response.text() }
  }
  const send = (line: Duplex | ServerResponse, bytes: Buffer, drip: boolean) => {
    if (!drip) {
      line.write(bytes)
      return
    }
    let sent = 0
    const timer = setInterval(() => {
      line.write(bytes.subarray(sent, sent + 1))
      sent += 1
      if (sent >= bytes.length || line.destroyed) {
        clearInterval(timer)
        timers.delete(timer)
      }
    }, 100)
    timers.add(timer)
  }
  const answerHttp = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    seen(text)
    const answer = await spoiledAnswer(mode, text, () => forward(text))
    if (answer === undefined) return
    const body = Buffer.from(answer.body)
    response.writeHead(answer.status, { ...cors, ...answer.headers, 'content-length': body.length })
    if (answer.drip !== true) return response.end(body)
    send(response, body, true)
  }
  const open = async () => {
    if (server !== undefined) return
    const next = createServer((request, response) => {
      answerHttp(request, response).catch(() => response.destroy())
    })
    next.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    next.on('upgrade', (request, socket) =>
      faultySocket({ target: options.target, mode: () => mode, seen, forward, send }, request, socket),
    )
    await new Promise<void>((resolve, reject) => {
      next.once('error', reject)
      next.listen(port, '127.0.0.1', resolve)
    })
    server = next
  }
  const close = async () => {
    const last = server
    server = undefined
    for (const timer of timers) clearInterval(timer)
    timers.clear()
    const closed = new Promise<void>((resolve) => (last === undefined ? resolve() : last.close(() => resolve())))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  if (mode !== 'down') await open()
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    get mode() {
      return mode
    },
    async set(next) {
      mode = next
      await (next === 'down' ? close() : open())
    },
    calls,
    get requests() {
      return requests
    },
    stop: close,
  }
}
