import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { type Exchange, requestHeaders } from './exchange.js'
import { StaleConnection } from './staleConnection.js'
import { UpstreamFault } from './upstreamFault.js'
import { upstreamLimit, waitOf } from './upstreamReply.js'

/** Makes the exchange for nodes behind TLS; the network takes longer there than any client. */
export function createTlsExchange(maxSockets: number): Exchange {
  const agent = new Agent({
    keepAlive: true,
    maxSockets,
    maxFreeSockets: maxSockets,
    scheduling: 'lifo',
    noDelay: true,
  })
  return {
    post(url, body, { timeout, fresh }) {
      return new Promise((resolve, reject) => {
        const request = httpsRequest({
          agent: fresh ? false : agent,
          hostname: url.hostname.replace(/^\[|\]$/g, ''),
          port: url.port || 443,
          path: `${url.pathname}${url.search}`,
          method: 'POST',
          headers: { ...requestHeaders(url), 'content-length': Buffer.byteLength(body) },
        })
        const timer = setTimeout(() => {
          request.destroy(new UpstreamFault('RPC_TIMEOUT', { sent: true }))
        }, timeout)
        const fail = (error: unknown) => {
          clearTimeout(timer)
          reject(request.reusedSocket && isReset(error) ? new StaleConnection(error) : error)
        }
        request.on('error', fail)
        request.on('response', (response) => {
          readText(response).then(
            (text) => {
              clearTimeout(timer)
              resolve({ status: response.statusCode ?? 0, retryAfter: waitOf(response.headers['retry-after']), text })
            },
            (error: unknown) => {
              request.destroy()
              fail(error)
            },
          )
        })
        request.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

function readText(response: IncomingMessage): Promise<string> {
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
