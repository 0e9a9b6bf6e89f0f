import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import type { Log } from '../log/log.js'
import type { Metrics } from '../metrics/metrics.js'
import { answerRefusal } from './answerRefusal.js'
import type { ClientIp } from './clientIp.js'
import { allowPages, corsHeaders } from './cors.js'
import { Refusal } from './refusal.js'
import type { HonoEnv } from './vars.js'

/** The request handler. */
export type WebApp = {
  /** The mount path. */
  app: Hono<HonoEnv>
  /** Answers one request of a `node:http` server. */
  listener(request: IncomingMessage, response: ServerResponse): void
}

/**
 * Creates the middleware that every web request of a server passes: its id, its client, its headers for pages, its figures, and what a refusal
 * looks like.
 *
 * @param options - How to tell who calls, the paths that no page may read, the log and the figures.
 * @returns The app, without routes.
 */
export function createWebApp(options: {
  clientIp: ClientIp
  closedToPages: readonly string[]
  log: Log
  metrics: Metrics
}): WebApp {
  const { clientIp, closedToPages, log, metrics } = options
  const app = new Hono<HonoEnv>()

  function refuse(error: unknown, id: string): Response {
    const { body, ...init } = answerRefusal(error, id, { log, metrics })
    return new Response(body, init)
  }

  // A request that no URL can be made of never reaches the app, and a page would not even see its status.
  function refuseMalformed(cause: unknown): Response {
    const id = randomUUID()
    const malformed = cause instanceof RequestError && new Refusal(400, 'path', 'The address is malformed', { cause })
    const response = refuse(malformed || cause, id)
    response.headers.set('x-request-id', id)
    for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
    metrics.requests.inc({ route: 'other', status: response.status })
    return response
  }

  // The caller does not name it: an id stands for one call of one server.
  app.use(requestId({ headerName: '' }))
  app.use(async function identify(c, next) {
    c.set('ip', clientIp(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
    c.header('x-request-id', c.get('requestId'))
    metrics.requests.inc({ route: routeOf(c), status: c.res.status })
  })
  app.use((c, next) =>
    closedToPages.includes(c.req.path) && c.req.method !== 'OPTIONS' ? next() : allowPages(c, next),
  )
  app.notFound((c) => refuse(new Refusal(404, 'path', 'Not found'), c.get('requestId')))
  app.onError((error, c) => refuse(error, c.get('requestId')))
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: refuseMalformed })
  return { app, listener: (request, response) => void listener(request, response) }
}

/** The path of the route that a call met, as it is declared, so that figures do not grow with addresses; `other` without one. */
function routeOf(c: Context<HonoEnv>): string {
  const path = routePath(c, -1)
  return path === '' || path === '/*' ? 'other' : path
}
