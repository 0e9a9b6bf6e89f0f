import { Hono } from 'hono'
import { readBody } from '../platform/http/readBody.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Rest } from './createRest.js'

const prefix = '/v1/rest/'
const types = ['application/json', 'text/plain']

/** `/v1/rest/{caip2}/…`: the REST nodes of a chain, for the families that are not asked by JSON-RPC. */
export function restRoutes({ rest, gate }: { rest: Rest; gate: Gate }): Hono<HonoEnv> {
  return new Hono<HonoEnv>().on(['GET', 'POST'], `${prefix}*`, async (c) => {
    gate.limit(c.get('ip'))
    const { pathname, searchParams: query } = new URL(c.req.url)
    gate.project(query.get('projectId'))
    const below = pathname.slice(prefix.length)
    const at = below.indexOf('/')
    const chain = gate.chain(decoded(at === -1 ? below : below.slice(0, at)))
    const path = at === -1 ? '/' : below.slice(at)
    const request = { chain, path, query }
    const { status, type, text, keep } = await rest(
      c.req.method === 'GET'
        ? request
        : { ...request, body: { text: await readBody(c.req.raw), type: typeOf(c.req.header('content-type')) } },
    )
    return new Response(text, {
      status,
      headers: {
        'content-type': safeType(type),
        // Whatever a node answers, no browser must read a page in it.
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
        'cache-control': keep > 0 ? `public, max-age=${Math.floor(keep / 1000)}` : 'no-store',
      },
    })
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function typeOf(header: string | undefined): string {
  const given = header?.split(';')[0]?.trim().toLowerCase() ?? ''
  return types.find((type) => type === given) ?? 'text/plain'
}

function safeType(type: string): string {
  return /^application\/json\b/i.test(type) ? 'application/json' : 'text/plain; charset=utf-8'
}
