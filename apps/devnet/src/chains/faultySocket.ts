import { type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FaultMode } from './faultMode.js'
import { callsOf, type SpoiledAnswer, spoiledAnswer } from './spoiledAnswer.js'
import { acceptKey, createFrameReader, encodeFrame, opcodes } from './webSocketFrames.js'

/** The facts of its node that a faulty WebSocket needs. */
export type FaultySocketParameters = {
  target: string
  mode: () => FaultMode
  seen: (text: string) => void
  forward: (text: string) => Promise<SpoiledAnswer>
  send: (socket: Duplex, bytes: Buffer, drip: boolean) => void
}

const subscriptionOnly = /"eth_(un)?subscribe"/

/** Answers a WebSocket upgrade and sits between the client and the real node. */
export function faultySocket(parameters: FaultySocketParameters, asked: IncomingMessage, socket: Duplex): void {
  const { mode, seen, forward, send } = parameters
  socket.on('error', () => socket.destroy())
  const now = mode()
  if (typeof now === 'object' && 'status' in now) {
    socket.end(`HTTP/1.1 ${now.status} Refused\r\nretry-after: ${now.retryAfter ?? 1}\r\nconnection: close\r\n\r\n`)
    return
  }
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n' +
      `sec-websocket-accept: ${acceptKey(asked.headers['sec-websocket-key'] ?? '')}\r\n\r\n`,
  )
  const upstream = connectUpstream(
    parameters.target,
    (bytes) => socket.write(bytes),
    () => socket.destroy(),
  )
  socket.on('close', () => upstream.close())

  const answer = async (text: string) => {
    const current = mode()
    // Subscriptions live on the real socket only, so what the mode does not touch goes there.
    if (current === 'ok' || (passes(current) && subscriptionOnly.test(text))) return upstream.send(text)
    const spoiled = await spoiledAnswer(current, text, () => forward(text))
    if (spoiled === undefined) return
    send(socket, encodeFrame(opcodes.text, Buffer.from(spoiled.body), false), spoiled.drip === true)
  }
  const read = createFrameReader((opcode, payload) => {
    if (opcode === opcodes.close) return void socket.end(encodeFrame(opcodes.close, payload, false))
    if (opcode === opcodes.ping) return void socket.write(encodeFrame(opcodes.pong, payload, false))
    if (opcode === opcodes.pong) return
    const text = payload.toString()
    if (callsOf(text).length > 0) seen(text)
    answer(text).catch(() => socket.destroy())
  })
  socket.on('data', read)
}

function passes(mode: FaultMode): boolean {
  return typeof mode === 'object' && ('wrongChain' in mode || 'slow' in mode)
}

function connectUpstream(
  target: string,
  onBytes: (bytes: Buffer) => void,
  onClose: () => void,
): { send(text: string): void; close(): void } {
  const waiting: Buffer[] = []
  let line: Duplex | undefined
  let closed = false
  const asking = request(target, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('latchkey-devnet!').toString('base64'),
    },
  })
  asking.on('upgrade', (_answer, socket, head) => {
    line = socket
    socket.on('error', onClose)
    socket.on('close', onClose)
    const read = createFrameReader((opcode, payload) => {
      if (opcode === opcodes.ping) socket.write(encodeFrame(opcodes.pong, payload, true))
      else onBytes(encodeFrame(opcode, payload, false))
    })
    read(head)
    socket.on('data', read)
    for (const bytes of waiting.splice(0)) socket.write(bytes)
    if (closed) socket.destroy()
  })
  asking.on('response', onClose)
  asking.on('error', onClose)
  asking.end()
  return {
    send(text) {
      const bytes = encodeFrame(opcodes.text, Buffer.from(text), true)
      if (line === undefined) waiting.push(bytes)
      else line.write(bytes)
    },
    close() {
      closed = true
      line?.destroy()
      asking.destroy()
    },
  }
}
