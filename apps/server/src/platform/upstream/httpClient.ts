import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { UpstreamFault } from './upstreamFault.js'

/** What an upstream answered: the status, the wait it asked for in milliseconds, and the text of the body. */
export type UpstreamReply = { status: number; retryAfter: number | undefined; text: string }

/** Sends JSON to upstream nodes over kept connections. */
export type HttpClient = {
  post(url: URL, body: string, options: { timeout: number; fresh?: boolean }): Promise<UpstreamReply>
  close(): void
}

/** The largest answer of a node that is read, in bytes. */
export const upstreamLimit = 10 * 1024 * 1024

const notSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED'])

/**
 * Makes the HTTP client of one server; it owns its connections until `close`.
 *
 * @param options - `maxSockets` bounds the connections to one node.
 * @returns A client whose calls end in an answer or in an `UpstreamFault`, within the given time.
 *
 * @example
 * import { createHttpClient } from './httpClient.js'
 * const client = createHttpClient()
 * const reply = await client.post(new URL('http://127.0.0.1:8545'), '{}', { timeout: 10_000 })
 */
export function createHttpClient({ maxSockets = 256 }: { maxSockets?: number } = {}): HttpClient {
  const settings = {
    keepAlive: true,
    maxSockets,
    maxFreeSockets: maxSockets,
    scheduling: 'lifo',
    noDelay: true,
  } as const
  const agents = { http: new HttpAgent(settings), https: new HttpsAgent(settings) }

  function post(url: URL, body: string, options: { timeout: number; fresh?: boolean }): Promise<UpstreamReply> {
    const started = performance.now()
    return once(url, body, options).catch((error: unknown) => {
      // A kept connection may have been closed by the node while the request was on its way: that says nothing about the node.
      if (!(error instanceof StaleConnection) || options.fresh) throw faultOf(error)
      const timeout = Math.max(1, options.timeout - (performance.now() - started))
      return once(url, body, { timeout, fresh: true }).catch((again: unknown) => Promise.reject(faultOf(again)))
    })
  }

  function once(
    url: URL,
    body: string,
    { timeout, fresh }: { timeout: number; fresh?: boolean },
  ): Promise<UpstreamReply> {
    return new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:'
      const headers: Record<string, string | number> = {
        'content-type': 'application/json',
        accept: 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      if (url.username || url.password) {
        const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
        headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`
      }
      const request = (secure ? httpsRequest : httpRequest)({
        agent: fresh ? false : secure ? agents.https : agents.http,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port || (secure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers,
      })
      const timer = setTimeout(() => {
        request.destroy(new UpstreamFault('RPC_TIMEOUT', { sent: true }))
      }, timeout)
      const fail = (error: unknown) => {
        clearTimeout(timer)
        reject(request.reusedSocket && codeOf(error) === 'ECONNRESET' ? new StaleConnection(error) : error)
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
  }

  return {
    post,
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

class StaleConnection extends Error {
  constructor(cause: unknown) {
    super('The node closed a kept connection', { cause })
  }
}

function readText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let size = 0
    let first: Buffer | undefined
    let chunks: Buffer[] | undefined
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > upstreamLimit) {
        reject(new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The answer is larger than 10 MiB.' }))
        response.destroy()
      } else if (first === undefined) first = chunk
      else if (chunks === undefined) chunks = [first, chunk]
      else chunks.push(chunk)
    })
    response.on('end', () => resolve((chunks ? Buffer.concat(chunks) : (first ?? Buffer.alloc(0))).toString('utf8')))
    response.on('error', reject)
    response.on('close', () => {
      if (!response.complete)
        reject(new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: 'The answer was cut off.' }))
    })
  })
}

function faultOf(error: unknown): UpstreamFault {
  if (error instanceof UpstreamFault) return error
  const cause = error instanceof StaleConnection ? error.cause : error
  return new UpstreamFault('RPC_UNREACHABLE', { sent: !notSent.has(codeOf(cause) ?? ''), cause })
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  // Several addresses of one host that all refuse arrive as one error without a code of its own.
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

function waitOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 300_000) : undefined
}
