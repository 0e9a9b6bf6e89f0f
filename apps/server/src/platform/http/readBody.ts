import type { IncomingMessage } from 'node:http'
import { createByteStore } from './createByteStore.js'
import { Refusal } from './refusal.js'

/** The largest body that is read, in bytes. */
export const bodyLimit = 1024 * 1024

/** Reads the body of a fetch request as text; refuses more than 1 MiB with 413, and one that its client cuts off with 400. */
export async function readBody(request: Request): Promise<string> {
  if (request.body === null) return ''
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit) throw tooLarge()
  const store = createByteStore()
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      if (store.size + chunk.byteLength > bodyLimit) throw tooLarge()
      store.add(chunk)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : cutOff(error)
  }
  return store.bytes().toString('utf8')
}

/** Reads the body of a Node request as text; refuses more than 1 MiB with 413, and one that its client cuts off with 400. */
export function readIncoming(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) return reject(tooLarge())
    const store = createByteStore()
    request.on('data', (chunk: Buffer) => {
      if (store.size + chunk.length > bodyLimit) {
        reject(tooLarge())
        request.pause()
      } else store.add(chunk)
    })
    request.on('end', () => resolve(store.bytes().toString('utf8')))
    request.on('error', (cause) => reject(cutOff(cause)))
    request.on('close', () => {
      if (!request.complete) reject(cutOff())
    })
  })
}

function tooLarge(): Refusal {
  return new Refusal(413, 'body', 'The body is larger than 1 MiB', { headers: { connection: 'close' } })
}

function cutOff(cause?: unknown): Refusal {
  return new Refusal(400, 'body', 'The body was cut off', { cause })
}
