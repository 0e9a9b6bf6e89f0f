import { createHash, randomBytes } from 'node:crypto'

/** The kinds of WebSocket frames that are used. @see https://www.rfc-editor.org/rfc/rfc6455#section-5.2 */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** The answer to a `Sec-WebSocket-Key`. @see https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2 */
export function acceptKey(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}

/** Packs one whole message into one frame; what a client sends is masked. */
export function encodeFrame(opcode: number, payload: Buffer, masked: boolean): Buffer {
  const wide = payload.length > 0xffff
  const head = Buffer.alloc(payload.length < 126 ? 2 : wide ? 10 : 4)
  head[0] = 0x80 | opcode
  if (payload.length < 126) head[1] = payload.length
  else if (wide) {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(payload.length), 2)
  } else {
    head[1] = 126
    head.writeUInt16BE(payload.length, 2)
  }
  if (!masked) return Buffer.concat([head, payload])
  head[1] = (head[1] ?? 0) | 0x80
  const mask = randomBytes(4)
  return Buffer.concat([head, mask, applyMask(payload, mask)])
}

/**
 * Creates a reader that is fed with bytes and hands out whole messages.
 *
 * @param onMessage - Gets each message, fragments joined; control frames come as they are.
 */
export function createFrameReader(onMessage: (opcode: number, payload: Buffer) => void): (bytes: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let kind: number = opcodes.text
  let fragments: Buffer[] = []
  return (bytes) => {
    pending = Buffer.concat([pending, bytes])
    for (let frame = takeFrame(pending); frame !== undefined; frame = takeFrame(pending)) {
      pending = pending.subarray(frame.length)
      if (frame.opcode >= opcodes.close) {
        onMessage(frame.opcode, frame.payload)
        continue
      }
      if (frame.opcode !== opcodes.continuation) kind = frame.opcode
      fragments.push(frame.payload)
      if (!frame.last) continue
      const message = Buffer.concat(fragments)
      fragments = []
      onMessage(kind, message)
    }
  }
}

type Frame = { opcode: number; last: boolean; payload: Buffer; length: number }

function takeFrame(bytes: Buffer): Frame | undefined {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return undefined
  const short = second & 0x7f
  const sizeEnd = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < sizeEnd) return undefined
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  const start = sizeEnd + (second & 0x80 ? 4 : 0)
  if (bytes.length < start + size) return undefined
  const raw = bytes.subarray(start, start + size)
  const payload = second & 0x80 ? applyMask(raw, bytes.subarray(sizeEnd, start)) : Buffer.from(raw)
  return { opcode: first & 0x0f, last: (first & 0x80) !== 0, payload, length: start + size }
}

function applyMask(payload: Buffer, mask: Buffer): Buffer {
  return Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
}
