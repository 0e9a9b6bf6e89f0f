import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { supportedChainsRoutes } from './data/supportedChainsRoutes.js'
import type { Deps } from './deps.js'
import { answerRefusal } from './platform/answerRefusal.js'
import { createClientIp, isLoopback } from './platform/clientIp.js'
import { corsHeaders, preflightHeaders } from './platform/cors.js'
import { createGate } from './platform/gate.js'
import { createRateLimit } from './platform/rateLimit.js'
import { Refusal } from './platform/refusal.js'
import type { HonoEnv } from './platform/vars.js'
import { createProxy } from './rpc/createProxy.js'
import { createRpcEndpoint } from './rpc/createRpcEndpoint.js'
import { createRpcListener } from './rpc/createRpcListener.js'
import { rpcRoutes } from './rpc/rpcRoutes.js'
import { statusRoutes } from './status/statusRoutes.js'

/** A server without a socket. */
export type App = {
  /** Answers one web request; what a test or another host calls. */
  fetch(request: Request): Promise<Response>
  /** The same for a path, as Hono's own `app.request`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Answers one request of a `node:http` server. */
  listener(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Puts the modules of the server together over what they may ask for.
 *
 * @param deps - Settings, chains, nodes, database, cache, log, figures, clock and fetch.
 * @returns The app; it opens no port and reads no environment.
 *
 * @example
 * import { createApp } from '@latchkey/server'
 * const app = createApp(deps)
 * const response = await app.request('/v1/supported-chains')
 */
export function createApp(deps: Deps): App {
  const { env, chains, nodes, log, metrics, clock } = deps
  const clientIp = createClientIp(env.LATCHKEY_TRUSTED_PROXIES ?? [])
  const gate = createGate({
    chains,
    projects: env.LATCHKEY_PROJECTS,
    rateLimit: createRateLimit({ rate: env.LATCHKEY_RATE_LIMIT, burst: env.LATCHKEY_RATE_BURST }),
    exemptLoopback:
      (env.LATCHKEY_MODE ?? (isLoopback(env.HOST) || env.HOST === 'localhost' ? 'local' : 'production')) === 'local',
    clock,
    onLimited: () => metrics.limited.inc(),
  })
  const endpoint = createRpcEndpoint({ gate, proxy: createProxy({ nodes }), metrics })
  const app = new Hono<HonoEnv>()

  app.use(async function identify(c, next) {
    const requestId = randomUUID()
    c.set('ip', clientIp(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    c.set('requestId', requestId)
    if (c.req.method === 'OPTIONS') c.res = new Response(null, { status: 204, headers: preflightHeaders })
    else await next()
    c.res.headers.set('x-request-id', requestId)
    for (const [name, value] of Object.entries(corsHeaders)) c.res.headers.set(name, value)
    metrics.requests.inc({ route: routeOf(c.req.path), status: c.res.status })
  })
  app.route('/', statusRoutes(deps))
  app.route('/', rpcRoutes(endpoint))
  app.route('/', supportedChainsRoutes(chains))
  app.notFound(() => {
    throw new Refusal(404, 'path', 'Not found')
  })
  app.onError((error, c) => {
    const { body, ...init } = answerRefusal(error, c.get('requestId'), log)
    return new Response(body, init)
  })

  const rpc = createRpcListener({ endpoint, clientIp, log })
  const rest = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  return {
    fetch: async (request) => app.fetch(request, {}),
    request: async (path, init) => app.request(path, init, {}),
    listener(request, response) {
      if (!rpc(request, response)) void rest(request, response)
    },
  }
}

/** The first words of a path, so that figures do not grow with addresses and symbols. */
function routeOf(path: string): string {
  const known =
    /^\/(v1\/(supported-chains|account|fungible\/price)|v1|ws|health|ready|metrics|public\/get\w{1,20}Image)(\/|$)/.exec(
      path,
    )
  return known?.[1] ?? 'other'
}
