import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Directory } from './createDirectory.js'

const list = z
  .string()
  .max(20_000)
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  // An empty list is one that was left out.
  .transform((items) => (items.length === 0 ? undefined : items))
  .optional()

const query = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  entries: z.coerce.number().int().min(1).max(100).default(40),
  search: z
    .string()
    .max(100)
    .transform((text) => text.trim() || undefined)
    .optional(),
  include: list,
  exclude: list,
  chains: list,
  rdns: list,
  badge_type: z.preprocess((text) => (text === '' ? undefined : text), z.enum(['none', 'certified']).optional()),
})

const pictureHeaders = {
  'cache-control': 'public, max-age=604800, s-maxage=604800',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** `GET /getWallets` and `GET /getWalletImage/{id}`: the directory of wallets. */
export function directoryRoutes(options: { directory: Directory; gate: Gate }): Hono<HonoEnv> {
  const { directory, gate } = options
  const app = new Hono<HonoEnv>()

  app.get('/getWallets', (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const result = query.safeParse(c.req.query())
    if (!result.success) {
      const [issue] = result.error.issues
      throw new Refusal(422, String(issue?.path[0] ?? 'query'), issue?.message ?? 'The query has another shape')
    }
    const body = JSON.stringify(directory.list(result.data))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const headers = { etag, 'cache-control': 'public, max-age=300, s-maxage=300' }
    const known = c.req.header('if-none-match')?.split(',') ?? []
    if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag))
      return new Response(null, { status: 304, headers })
    return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } })
  })

  app.get('/getWalletImage/:id', (c) => {
    const image = directory.image(c.req.param('id'))
    if (!image) throw new Refusal(404, 'id', 'There is no such picture')
    if ('url' in image) {
      return new Response(null, {
        status: 302,
        headers: { ...pictureHeaders, location: image.url, 'cache-control': 'public, max-age=3600' },
      })
    }
    return new Response(image.svg, { headers: { ...pictureHeaders, 'content-type': 'image/svg+xml' } })
  })
  return app
}
