import { connect, type Socket } from 'node:net'
import { createReplyReader, type ReplyReader } from './createReplyReader.js'
import { type Exchange, requestHeaders } from './exchange.js'
import { StaleConnection } from './staleConnection.js'
import { UpstreamFault } from './upstreamFault.js'
import type { UpstreamReply } from './upstreamReply.js'

type Job = {
  text: string
  fresh: boolean
  connection: Connection | undefined
  timer: NodeJS.Timeout
  resolve: (reply: UpstreamReply) => void
  reject: (error: unknown) => void
}

type Connection = {
  socket: Socket
  reader: ReplyReader
  job: Job | undefined
  reused: boolean
  /** The node may end the idle connection from this time on (`performance.now()`). */
  keptUntil: number
}

/** One node: where it is, what every request to it begins with, and the connections to it. */
type Origin = { host: string; port: number; head: string; free: Connection[]; open: number; waiting: Set<Job> }

const readBuffer = 32 * 1024
/** Safety margin subtracted from a node's keep-alive timeout, in milliseconds. */
const margin = 1_000

/**
 * Creates the exchange for nodes reached by plain `http:`. They sit close by, where a general HTTP client costs more than the
 * way to the node: one write, one strict reader, one reused buffer for each connection.
 *
 * @param maxSockets - The most kept connections to one node; further calls wait for one.
 * @returns The exchange.
 */
export function createPlainExchange(maxSockets: number): Exchange {
  const origins = new Map<string, Origin>()
  const connections = new Set<Connection>()

  function originOf(url: URL): Origin {
    const known = origins.get(url.href)
    if (known) return known
    const headers = Object.entries(requestHeaders(url)).map(([name, value]) => `${name}: ${value}\r\n`)
    const origin: Origin = {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 80),
      head: `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n${headers.join('')}`,
      free: [],
      open: 0,
      waiting: new Set(),
    }
    origins.set(url.href, origin)
    return origin
  }

  function open(origin: Origin, kept: boolean): Connection {
    const socket = connect({
      host: origin.host,
      port: origin.port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
      onread: {
        buffer: Buffer.allocUnsafeSlow(readBuffer),
        callback(length, buffer) {
          arrived(origin, connection, Buffer.from(buffer.buffer, buffer.byteOffset, length))
          return true
        },
      },
    })
    const connection: Connection = {
      socket,
      reader: createReplyReader(),
      job: undefined,
      reused: false,
      keptUntil: Number.POSITIVE_INFINITY,
    }
    connections.add(connection)
    if (kept) origin.open++
    let problem: unknown
    socket.on('error', (error) => {
      problem = error
    })
    socket.on('end', () => ended(connection))
    socket.on('close', () => {
      connections.delete(connection)
      fail(connection, problem)
      if (!kept) return
      origin.open--
      const at = origin.free.indexOf(connection)
      if (at !== -1) origin.free.splice(at, 1)
      const [waiting] = origin.waiting
      if (waiting === undefined) return
      origin.waiting.delete(waiting)
      start(waiting, open(origin, true))
    })
    return connection
  }

  function start(job: Job, connection: Connection): void {
    job.connection = connection
    connection.job = job
    connection.socket.write(job.text)
  }

  function arrived(origin: Origin, connection: Connection, bytes: Buffer): void {
    const { job, reader, socket } = connection
    // Unsolicited bytes must not be read as a later response.
    if (job === undefined) return void socket.destroy()
    try {
      const reply = reader.push(bytes)
      if (reply === undefined) return
      settle(connection, job, reply)
      if (!reply.keep || job.fresh) socket.destroy()
      else release(origin, connection, reply.keptFor)
    } catch (error) {
      fail(connection, error)
      socket.destroy()
    }
  }

  function ended(connection: Connection): void {
    const { job, reader, socket } = connection
    if (job === undefined || reader.empty) return
    try {
      const reply = reader.end()
      if (reply) settle(connection, job, reply)
    } catch (error) {
      fail(connection, error)
    }
    socket.destroy()
  }

  function settle(connection: Connection, job: Job, reply: UpstreamReply): void {
    clearTimeout(job.timer)
    connection.job = undefined
    job.resolve({ status: reply.status, retryAfter: reply.retryAfter, text: reply.text })
  }

  function fail(connection: Connection, problem: unknown): void {
    const { job, reader, reused } = connection
    if (job === undefined) return
    clearTimeout(job.timer)
    connection.job = undefined
    if (problem instanceof UpstreamFault) job.reject(problem)
    else if (reused && reader.empty) job.reject(new StaleConnection(problem))
    else job.reject(problem ?? new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: 'The node hung up.' }))
  }

  function release(origin: Origin, connection: Connection, keptFor: number | undefined): void {
    connection.reused = true
    const [waiting] = origin.waiting
    if (waiting) {
      origin.waiting.delete(waiting)
      start(waiting, connection)
      return
    }
    connection.keptUntil = keptFor === undefined ? Number.POSITIVE_INFINITY : performance.now() + keptFor - margin
    connection.socket.unref()
    origin.free.push(connection)
  }

  function takeFree(origin: Origin): Connection | undefined {
    for (let free = origin.free.pop(); free !== undefined; free = origin.free.pop()) {
      if (!free.socket.destroyed && !free.socket.readableEnded && free.keptUntil > performance.now()) {
        free.socket.ref()
        return free
      }
      free.socket.destroy()
    }
    return undefined
  }

  function post(url: URL, body: string, { timeout, fresh = false }: { timeout: number; fresh?: boolean }) {
    return new Promise<UpstreamReply>((resolve, reject) => {
      const origin = originOf(url)
      const text = `${origin.head}${fresh ? 'connection: close\r\n' : ''}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      const timer = setTimeout(() => {
        const fault = new UpstreamFault('RPC_TIMEOUT', { sent: true })
        origin.waiting.delete(job)
        if (job.connection === undefined) return reject(fault)
        fail(job.connection, fault)
        job.connection.socket.destroy()
      }, timeout)
      const job: Job = { text, fresh, connection: undefined, timer, resolve, reject }
      const free = fresh ? undefined : takeFree(origin)
      if (free) start(job, free)
      else if (fresh || origin.open < maxSockets) start(job, open(origin, !fresh))
      else origin.waiting.add(job)
    })
  }

  return {
    post,
    close() {
      for (const origin of origins.values()) {
        for (const { timer, reject } of origin.waiting) {
          clearTimeout(timer)
          reject(new UpstreamFault('RPC_UNREACHABLE', { sent: false, details: 'The server closes.' }))
        }
        origin.waiting.clear()
      }
      for (const { socket } of connections) socket.destroy()
    },
  }
}
