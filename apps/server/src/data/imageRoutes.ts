import { Hono } from 'hono'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { networkImage } from './images/networkImage.js'
import { tokenImage } from './images/tokenImage.js'

const headers = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=604800, s-maxage=604800',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** Pictures of tokens by symbol and of networks by chain: a fixed set in memory, so no name can reach a file. */
export function imageRoutes(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  app.get('/public/getTokenImage/:symbol', (c) => send(tokenImage(c.req.param('symbol')), 'symbol'))
  app.get('/public/getAssetImage/:id', (c) => send(networkImage(c.req.param('id')), 'id'))
  return app
}

function send(svg: string | undefined, field: string): Response {
  if (svg === undefined) throw new Refusal(404, field, 'There is no such picture')
  return new Response(svg, { headers })
}
