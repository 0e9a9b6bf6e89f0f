import { Agent, request as httpsRequest } from 'node:https'
import { type Exchange, requestHeaders } from './exchange.js'
import { readReplyText } from './readReplyText.js'
import { StaleConnection } from './staleConnection.js'
import { UpstreamFault } from './upstreamFault.js'
import { waitOf } from './upstreamReply.js'

/** Creates the exchange for nodes behind TLS; the network takes longer there than any client. */
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
          readReplyText(response).then(
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
