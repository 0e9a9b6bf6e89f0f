import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { requestHeaders } from './exchange.js'
import { readReplyText } from './readReplyText.js'
import type { RestAnswer } from './restAnswer.js'
import { toUpstreamFault } from './toUpstreamFault.js'
import { UpstreamFault } from './upstreamFault.js'
import { waitOf } from './upstreamReply.js'

/** A request to a REST node; the path begins with a slash and may have a query. */
export type RestCall = { path: string; body?: string; type?: string }

/** Asks REST nodes over kept connections. */
export type RestClient = {
  send(base: URL, call: RestCall, options: { timeout: number; fresh: boolean }): Promise<RestAnswer>
  close(): void
}

/**
 * Creates the client for nodes that are asked by paths: GET, or POST with a body.
 *
 * @param maxSockets - The most connections to one node.
 * @returns A client whose calls end in an answer below status 500 or in an `UpstreamFault`.
 */
export function createRestClient(maxSockets = 64): RestClient {
  const how = { keepAlive: true, maxSockets, noDelay: true } as const
  const plain = new PlainAgent(how)
  const tls = new TlsAgent(how)

  return {
    send(base, { path, body, type = 'application/json' }, { timeout, fresh }) {
      const url = join(base, path)
      const secure = url.protocol === 'https:'
      const { 'content-type': _, ...headers } = requestHeaders(base)
      return new Promise((resolve, reject) => {
        const request = (secure ? tlsRequest : plainRequest)({
          // What changes something goes over a connection of its own: a kept one that breaks leaves its fate in doubt.
          agent: fresh ? false : secure ? tls : plain,
          hostname: url.hostname.replace(/^\[|\]$/g, ''),
          port: url.port || (secure ? 443 : 80),
          path: `${url.pathname}${url.search}`,
          method: body === undefined ? 'GET' : 'POST',
          headers:
            body === undefined
              ? headers
              : { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) },
        })
        const timer = setTimeout(() => request.destroy(new UpstreamFault('RPC_TIMEOUT', { sent: true })), timeout)
        const fail = (error: unknown) => {
          clearTimeout(timer)
          request.destroy()
          reject(toUpstreamFault(error))
        }
        request.on('error', fail)
        request.on('response', (response) => {
          readReplyText(response)
            .then((text) => {
              clearTimeout(timer)
              const retryAfter = waitOf(response.headers['retry-after'])
              resolve(checked(response.statusCode ?? 0, response.headers['content-type'] ?? '', text, retryAfter))
            })
            .catch(fail)
        })
        request.end(body)
      })
    },
    close() {
      plain.destroy()
      tls.destroy()
    },
  }
}

function join(base: URL, path: string): URL {
  const url = new URL(base)
  const at = path.indexOf('?')
  url.pathname = url.pathname.replace(/\/+$/, '') + (at === -1 ? path : path.slice(0, at))
  // The operator's own query, a key for example, stays.
  if (at !== -1) for (const [name, value] of new URLSearchParams(path.slice(at + 1))) url.searchParams.set(name, value)
  return url
}

function checked(status: number, type: string, text: string, retryAfter: number | undefined): RestAnswer {
  if ((status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 429 && status !== 408))
    return { status, type, text }
  // Some REST nodes say with this status that they looked at a question and cannot answer it.
  if (status === 500 && /^\s*\{.*"code"\s*:\s*\d/s.test(text)) return { status, type, text }
  const wait = retryAfter === undefined ? {} : { retryAfter }
  if (status === 429) throw new UpstreamFault('RATE_LIMITED', { sent: true, ...wait })
  throw new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: `HTTP status ${status}`, ...wait })
}
