import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientIp } from '../platform/http/clientIp.js'
import { readIncoming } from '../platform/http/readBody.js'
import type { RpcAnswer } from './createRpcAnswer.js'
import type { RpcRequestIn } from './createRpcEndpoint.js'
import { rpcPaths } from './rpcPaths.js'

/** Handles its own calls; returns true for those. */
export type RpcListener = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Creates the short way for `POST /v1`: the same endpoint as the route of the app, without a web request in between, because a
 * page makes far more of these calls than of all others.
 *
 * @param options - The handler of calls, and the reader of client addresses.
 * @returns A listener to ask before the app.
 */
export function createRpcListener({
  answer,
  clientIp,
}: {
  answer: (request: RpcRequestIn) => Promise<RpcAnswer>
  clientIp: ClientIp
}): RpcListener {
  return (request, response) => {
    const url = request.url ?? ''
    const at = url.indexOf('?')
    if (request.method !== 'POST' || !rpcPaths.posts.has(at === -1 ? url : url.slice(0, at))) return false
    const forwarded = request.headers['x-forwarded-for']
    void answer({
      ip: clientIp(request.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded),
      search: at === -1 ? '' : url.slice(at + 1),
      body: () => readIncoming(request),
    }).then(({ status, requestId, headers, body }) => {
      if (response.destroyed) return
      response.writeHead(status, [...headers, 'x-request-id', requestId, 'content-length', Buffer.byteLength(body)])
      response.end(body)
      // Whatever is left of a refused body is not worth reading.
      if (!request.complete) response.once('finish', () => setTimeout(() => request.destroy(), 100).unref())
    })
    return true
  }
}
