import { createByteStore } from '../http/createByteStore.js'
import { type ReplyHead, readReplyHead } from './readReplyHead.js'
import { UpstreamFault } from './upstreamFault.js'
import { type UpstreamReply, upstreamLimit } from './upstreamReply.js'

/** A whole answer, and what becomes of its connection. */
export type WholeReply = UpstreamReply & { keep: boolean; keptFor: number | undefined }

/** Puts the answers on one connection together. */
export type ReplyReader = {
  /** Whether nothing of the next answer has come yet. */
  readonly empty: boolean
  /** Takes what arrived, which may be overwritten afterwards; gives the answer once it is whole. */
  push(bytes: Buffer): WholeReply | undefined
  /** Handles the end of the connection; returns the response if that ends it. */
  end(): WholeReply | undefined
}

const maxHead = 16 * 1024
const maxLine = 1024

/**
 * Creates the reader of one connection: HTTP/1.1 with a length, in chunks or until the connection ends.
 *
 * @returns The reader, which throws `UpstreamFault` for whatever is no HTTP, ends too early or is larger than 10 MiB.
 * @see https://www.rfc-editor.org/rfc/rfc9112
 */
export function createReplyReader(): ReplyReader {
  /** A head that is known, because a node repeats it within the same second. */
  let known: ReplyHead | undefined
  let reply: ReplyHead | undefined
  /** Bytes that are not understood yet: a part of a head or of a line between chunks. */
  let rest: Buffer | undefined
  let parts = createByteStore()
  /** The size of the response so far, in bytes. */
  let size = 0
  /** What is left of the chunk and its line break, or which line comes next. */
  let chunk: number | 'size' | 'trailer' = 'size'

  function whole(head: ReplyHead, text: string, surplus: boolean): WholeReply {
    reply = undefined
    rest = undefined
    parts = createByteStore()
    size = 0
    chunk = 'size'
    // Unsolicited bytes must not become the response to the next request.
    const { status, retryAfter, keep, keptFor } = head
    return { status, retryAfter, text, keep: keep && !surplus, keptFor }
  }

  function finish(head: ReplyHead, surplus: boolean): WholeReply {
    return whole(head, parts.bytes().toString('utf8'), surplus)
  }

  function store(bytes: Buffer): void {
    size += bytes.length
    if (size > upstreamLimit) throw tooLarge()
    parts.add(bytes)
  }

  function readHead(bytes: Buffer): ReplyHead | undefined {
    const text = bytes.toString('latin1', 0, maxHead)
    if (known !== undefined && text.startsWith(known.head)) return known
    const end = text.indexOf('\r\n\r\n')
    if (end === -1) {
      if (text.length >= maxHead || !couldBegin(text)) throw noHttp()
      rest = Buffer.from(bytes)
      return undefined
    }
    known = readReplyHead(text.slice(0, end + 4))
    if (known === undefined || known.status === 101) throw noHttp()
    return known
  }

  /** Returns where the body ended, or nothing while it has not. */
  function readChunks(bytes: Buffer): number | undefined {
    let at = 0
    while (at < bytes.length) {
      if (typeof chunk === 'number') {
        const data = Math.max(chunk - 2, 0)
        const taken = Math.min(data, bytes.length - at)
        if (taken > 0) store(bytes.subarray(at, at + taken))
        at += taken
        chunk -= taken
        for (; chunk > 0 && chunk <= 2 && at < bytes.length; at++, chunk--)
          if (bytes[at] !== (chunk === 2 ? 0x0d : 0x0a)) throw noHttp()
        if (chunk === 0) chunk = 'size'
        continue
      }
      const end = bytes.indexOf('\r\n', at, 'latin1')
      if (end === -1 ? bytes.length - at > maxLine : end - at > maxLine) throw noHttp()
      if (end === -1) {
        rest = Buffer.from(bytes.subarray(at))
        return undefined
      }
      const line = bytes.toString('latin1', at, end)
      at = end + 2
      if (chunk === 'trailer') {
        if (line === '') return at
        size += line.length
        if (size > upstreamLimit) throw tooLarge()
      } else chunk = readSize(line)
    }
    return undefined
  }

  function readSize(line: string): number | 'trailer' {
    const digits = /^([0-9a-fA-F]{1,8})[ \t]*(?:;[\t -~\x80-\xff]*)?$/.exec(line)?.[1]
    if (digits === undefined) throw noHttp()
    const length = Number.parseInt(digits, 16)
    if (size + length > upstreamLimit) throw tooLarge()
    return length === 0 ? 'trailer' : length + 2
  }

  function push(arrived: Buffer): WholeReply | undefined {
    let bytes = rest === undefined ? arrived : Buffer.concat([rest, arrived])
    rest = undefined
    while (reply === undefined) {
      const head = readHead(bytes)
      if (head === undefined) return undefined
      bytes = bytes.subarray(head.head.length)
      if (head.status >= 200) reply = head
      else if (bytes.length === 0) return undefined
    }
    const { framing } = reply
    if (framing === 'chunked') {
      const end = readChunks(bytes)
      return end === undefined ? undefined : finish(reply, end < bytes.length)
    }
    if (framing === 'close') {
      store(bytes)
      return undefined
    }
    if (framing > upstreamLimit) throw tooLarge()
    const missing = framing - size
    if (parts.size === 0 && bytes.length >= missing)
      return whole(reply, bytes.toString('utf8', 0, missing), bytes.length > missing)
    store(bytes.subarray(0, missing))
    return size < framing ? undefined : finish(reply, bytes.length > missing)
  }

  return {
    get empty() {
      return reply === undefined && rest === undefined
    },
    push,
    end() {
      if (reply?.framing === 'close') return finish(reply, false)
      throw new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: 'The answer was cut off.' })
    },
  }
}

/** Whether text without an end may become a head: garbage is refused before it has grown. */
function couldBegin(text: string): boolean {
  return text.startsWith('HTTP/1.') || 'HTTP/1.'.startsWith(text)
}

function noHttp(): UpstreamFault {
  return new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: 'The answer is no valid HTTP.' })
}

function tooLarge(): UpstreamFault {
  return new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The answer is larger than 10 MiB.' })
}
