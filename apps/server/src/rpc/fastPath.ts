import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientIp } from '../platform/http/clientIp.js'
import type { RpcAnswer } from './createRpcAnswer.js'
import type { RpcRequestIn } from './createRpcEndpoint.js'
import { readSimplePost, type SimplePost } from './readSimplePost.js'

/** Answers plain JSON-RPC calls right on their connections. */
export type FastPath = {
  /** Takes a new connection. */
  take(socket: Socket): void
  /** Ends connections that wait for nothing, and the others after their answer. */
  close(): void
  /** Ends all connections. */
  destroy(): void
}

/** A message that is larger, or slower, goes to the full server with its limits on slow clients. */
const maxHead = 8 * 1024
const maxMessage = 64 * 1024
const maxReads = 8
const messageTimeout = 1_000

const openBrace = 0x7b
const start = 'POST /v1'
/** A head that is known, because a client repeats it, and the address it came from. */
type Caller = { post: SimplePost; ip: string }

/**
 * Creates the fast lane for `POST /v1`. A general HTTP server spends several times more on such a call than the call itself
 * costs. A message is answered here only if nothing about it is unusual; any other goes, with its connection, permanently, to
 * the full server, from the first byte of that message on. So there is one place that judges odd or hostile messages.
 *
 * @param options - What answers, how to tell who calls, the full server's door, and after how many idle milliseconds a
 * connection ends.
 * @returns The lane.
 *
 * @example
 * import { createFastLane } from './fastPath.js'
 * const lane = createFastLane({ answer, clientIp, handOver: (socket) => server.emit('connection', socket), idle: 65_000 })
 */
export function createFastLane(options: {
  answer: (request: RpcRequestIn) => Promise<RpcAnswer>
  clientIp: ClientIp
  handOver: (socket: Socket) => void
  idle: number
}): FastPath {
  const { answer, clientIp, handOver, idle } = options
  const guests = new Map<Socket, () => void>()
  const headTexts = new WeakMap<readonly string[], string>()
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idle / 1000)}\r\n\r\n`
  let closing = false
  let second = 0
  let date = ''

  function headText(headers: readonly string[]): string {
    let text = headTexts.get(headers)
    if (text !== undefined) return text
    text = headers.map((word, at) => (at % 2 === 0 ? `${word}: ` : `${word}\r\n`)).join('')
    headTexts.set(headers, text)
    return text
  }

  function dateNow(): string {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      second = now
      date = new Date(now * 1000).toUTCString()
    }
    return date
  }

  function take(socket: Socket): void {
    let held: Buffer | undefined
    let known: Caller | undefined
    let reads = 0
    let timer: NodeJS.Timeout | undefined
    let busy = false
    let ended = false

    const handBack = (bytes: Buffer) => {
      clearTimeout(timer)
      guests.delete(socket)
      socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose).off('timeout', onTimeout)
      socket.setTimeout(0)
      // Paused, so that the bytes put back come before those that arrive meanwhile.
      socket.pause()
      socket.unshift(bytes)
      handOver(socket)
      process.nextTick(() => socket.resume())
    }

    const wait = (bytes: Buffer) => {
      if (++reads >= maxReads) return handBack(bytes)
      held = bytes
      timer ??= setTimeout(() => handBack(held ?? bytes), messageTimeout)
    }

    /** The message that the bytes begin with, or whether it lacks something yet or is not for this lane. */
    const find = (bytes: Buffer): Caller | 'more' | 'other' => {
      const text = bytes.toString('latin1', 0, maxHead)
      if (known === undefined || !text.startsWith(known.post.head)) {
        if (!text.startsWith(start) && !start.startsWith(text)) return 'other'
        const end = text.indexOf('\r\n\r\n')
        if (end === -1) return bytes.length < maxHead ? 'more' : 'other'
        const post = readSimplePost(text.slice(0, end + 4))
        if (post === undefined) return 'other'
        known = { post, ip: clientIp(socket.remoteAddress, post.forwardedFor) }
      }
      const { head, length } = known.post
      if (head.length + length > maxMessage) return 'other'
      if (bytes.length > head.length && bytes[head.length] !== openBrace) return 'other'
      return bytes.length < head.length + length ? 'more' : known
    }

    const read = (bytes: Buffer) => {
      const found = find(bytes)
      if (found === 'more') wait(bytes)
      else if (found === 'other') handBack(bytes)
      else {
        clearTimeout(timer)
        timer = undefined
        reads = 0
        busy = true
        const { head, length, search } = found.post
        const end = head.length + length
        held = bytes.length > end ? bytes.subarray(end) : undefined
        const body = bytes.toString('utf8', head.length, end)
        void answer({ ip: found.ip, search, body: async () => body }).then(write)
      }
    }

    const write = ({ status, requestId, headers, body }: RpcAnswer) => {
      if (socket.destroyed) return
      const length = Buffer.byteLength(body)
      const last = ended || closing
      const taken = socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headText(headers)}x-request-id: ${requestId}\r\ncontent-length: ${length}\r\nDate: ${dateNow()}\r\n${last ? 'Connection: close\r\n\r\n' : keepAlive}${body}`,
        length === body.length ? 'latin1' : 'utf8',
      )
      if (last) socket.destroySoon()
      else if (taken) next()
      else socket.once('drain', next)
    }

    const next = () => {
      busy = false
      if (held !== undefined) {
        const bytes = held
        held = undefined
        read(bytes)
      }
      if (!busy && guests.has(socket) && socket.isPaused()) socket.resume()
    }

    const onData = (chunk: Buffer) => {
      const bytes = held === undefined ? chunk : Buffer.concat([held, chunk])
      held = undefined
      if (busy) {
        // A client that does not wait for an answer is read no further until it is written.
        held = bytes
        socket.pause()
      } else read(bytes)
    }
    const onEnd = () => {
      ended = true
      clearTimeout(timer)
      if (!busy) socket.end(held === undefined ? '' : 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    }
    const onError = () => socket.destroy()
    const onClose = () => {
      clearTimeout(timer)
      guests.delete(socket)
    }
    const onTimeout = () => {
      // A client is not idle while it waits for a response; it is while it does not read one.
      if (!busy || socket.writableLength > 0) socket.destroy()
    }

    socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose).on('timeout', onTimeout)
    socket.setTimeout(idle)
    guests.set(socket, () => {
      if (held !== undefined && !busy) handBack(held)
      else if (!busy) socket.destroy()
    })
  }

  return {
    take,
    close() {
      closing = true
      for (const leave of guests.values()) leave()
    },
    destroy() {
      for (const socket of guests.keys()) socket.destroy()
    },
  }
}
