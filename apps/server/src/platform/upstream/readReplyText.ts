import type { IncomingMessage } from 'node:http'
import { createByteStore } from '../http/createByteStore.js'
import { UpstreamFault } from './upstreamFault.js'
import { upstreamLimit } from './upstreamReply.js'

/** Reads the text of a node's answer, up to the limit and to its end. */
export function readReplyText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const store = createByteStore()
    response.on('data', (chunk: Buffer) => {
      if (store.size + chunk.length > upstreamLimit) {
        reject(new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The answer is larger than 10 MiB.' }))
        response.destroy()
      } else store.add(chunk)
    })
    response.on('end', () => resolve(store.bytes().toString('utf8')))
    response.on('error', reject)
    response.on('close', () => {
      if (!response.complete)
        reject(new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: 'The answer was cut off.' }))
    })
  })
}
