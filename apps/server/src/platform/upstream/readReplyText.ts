import type { IncomingMessage } from 'node:http'
import { UpstreamFault } from './upstreamFault.js'
import { upstreamLimit } from './upstreamReply.js'

/** Reads the text of a node's answer, up to the limit and to its end. */
export function readReplyText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let size = 0
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > upstreamLimit) {
        reject(new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The answer is larger than 10 MiB.' }))
        response.destroy()
      } else chunks.push(chunk)
    })
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    response.on('error', reject)
    response.on('close', () => {
      if (!response.complete)
        reject(new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: 'The answer was cut off.' }))
    })
  })
}
