import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerRefusal } from '../platform/answerRefusal.js'
import type { ClientIp } from '../platform/clientIp.js'
import { corsHeaders } from '../platform/cors.js'
import type { Log } from '../platform/log.js'
import { readIncoming } from '../platform/readBody.js'
import type { RpcEndpoint } from './createRpcEndpoint.js'

const corsList = Object.entries(corsHeaders).flat()
const jsonList = ['content-type', 'application/json', ...corsList]
const path = /^\/v1\/?(\?|$)/

/** Takes the calls that are its own and tells with `true` that it did. */
export type RpcListener = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Makes the short way for `POST /v1`: the same endpoint as the route of the app, without a web request in between, because a
 * page makes far more of these calls than of all others.
 *
 * @param options - The endpoint, how to tell who calls, and the log.
 * @returns A listener to ask before the app.
 */
export function createRpcListener({
  endpoint,
  clientIp,
  log,
}: {
  endpoint: RpcEndpoint
  clientIp: ClientIp
  log: Log
}): RpcListener {
  return (request, response) => {
    const url = request.url ?? ''
    if (request.method !== 'POST' || !path.test(url)) return false
    const requestId = randomUUID()
    const send = (status: number, headers: Record<string, string>, body: string) => {
      if (response.destroyed) return
      response.writeHead(status, [
        ...corsList,
        'x-request-id',
        requestId,
        'content-length',
        Buffer.byteLength(body),
        ...Object.entries(headers).flat(),
      ])
      response.end(body)
    }
    const answer = ({ status, body }: { status: number; body: string }) => {
      if (response.destroyed) return
      response.writeHead(status, [...jsonList, 'x-request-id', requestId, 'content-length', Buffer.byteLength(body)])
      response.end(body)
    }
    const forwarded = request.headers['x-forwarded-for']
    const at = url.indexOf('?')
    endpoint({
      ip: clientIp(request.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded),
      search: at === -1 ? '' : url.slice(at + 1),
      body: () => readIncoming(request),
    }).then(answer, (error: unknown) => {
      const { status, headers, body } = answerRefusal(error, requestId, log)
      send(status, headers, body)
      // Whatever is left of a refused body is not worth reading.
      if (!request.complete) response.once('finish', () => setTimeout(() => request.destroy(), 100).unref())
    })
    return true
  }
}
