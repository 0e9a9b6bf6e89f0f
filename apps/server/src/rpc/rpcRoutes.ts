import { Hono } from 'hono'
import { readBody } from '../platform/http/readBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { RpcEndpoint } from './createRpcEndpoint.js'
import { rpcPaths } from './rpcPaths.js'

/** Routes of the JSON-RPC proxy: `POST /v1` and the same by other names, and the response to a plain GET of these URLs. */
export function rpcRoutes(endpoint: RpcEndpoint): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const upgrade = () => {
    throw new Refusal(426, 'upgrade', 'Open this address as a WebSocket, or POST JSON-RPC to /v1', {
      headers: { upgrade: 'websocket', connection: 'upgrade' },
    })
  }
  const { posts, sockets } = rpcPaths
  for (const path of posts)
    app.post(path, async (c) => {
      const { status, body } = await endpoint({
        ip: c.get('ip'),
        search: new URL(c.req.url).search,
        body: () => readBody(c.req.raw),
      })
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    })
  for (const path of new Set([...posts, ...sockets])) app.get(path, upgrade)
  return app
}
