import { Hono } from 'hono'
import type { Deps } from '../deps.js'
import { isLoopback } from '../platform/clientIp.js'
import { Refusal } from '../platform/refusal.js'
import type { HonoEnv } from '../platform/vars.js'
import { version } from '../platform/version.js'

type Status = Pick<Deps, 'db' | 'nodes' | 'metrics' | 'clock' | 'env'>

/** `/health` (the process lives), `/ready` (it can serve) and, when they have no port of their own, `/metrics`. */
export function statusRoutes({ db, nodes, metrics, clock, env }: Status): Hono<HonoEnv> {
  const started = clock().getTime()
  const current = version()
  const app = new Hono<HonoEnv>()

  app.get('/health', (c) => {
    const uptime = Math.floor((clock().getTime() - started) / 1000)
    return c.text(`OK v${current}, hash: ${env.LATCHKEY_BUILD}, features: data,rpc, uptime: ${uptime} s`, 200, {
      'cache-control': 'no-store',
    })
  })

  app.get('/ready', async (c) => {
    const database = await db.ping().then(
      () => true,
      () => false,
    )
    const chains = nodes.health().map(({ chainId, nodes: all }) => ({
      chainId,
      nodes: all.length,
      // A node that was not asked yet counts: a fresh server is not a broken one.
      usable: all.filter((node) => !node.wrongChain && node.reachable !== false).length,
      wrongChain: all.filter((node) => node.wrongChain).length,
    }))
    return c.json({ ready: database, database, kind: db.kind, chains }, database ? 200 : 503, {
      'cache-control': 'no-store',
    })
  })

  app.get('/metrics', async (c) => {
    // What a proxy of this machine passes on, unknown as one, is somebody else's question.
    const isPassedOn = env.LATCHKEY_TRUSTED_PROXIES === undefined && c.req.header('x-forwarded-for') !== undefined
    if (env.METRICS_PORT !== undefined || isPassedOn || !isLoopback(c.get('ip')))
      throw new Refusal(404, 'path', 'Not found')
    return c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
  return app
}
