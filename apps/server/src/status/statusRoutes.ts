import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Deps } from '../deps.js'
import { isLoopback } from '../platform/http/clientIp.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { createDatabaseCheck } from './createDatabaseCheck.js'
import { version } from './version.js'

/** How often nodes are asked anew while none can be used, in milliseconds, at most. */
const checkPause = 2_000

type Status = Pick<Deps, 'db' | 'cache' | 'nodes' | 'metrics' | 'clock' | 'env'>

/** `/health` (the process lives), `/ready` (it can serve) and, when they have no port of their own, `/metrics`. */
export function statusRoutes({ db, cache, nodes, metrics, clock, env }: Status): Hono<HonoEnv> {
  const started = clock().getTime()
  const current = version()
  const checkDatabase = createDatabaseCheck(db)
  const app = new Hono<HonoEnv>()
  let isChecking = false

  /** A server that gets no calls while unready would notice recovered nodes only at the next check. */
  function checkNodes(): void {
    if (isChecking) return
    isChecking = true
    void Promise.allSettled([nodes.check(), sleep(checkPause, undefined, { ref: false })]).then(() => {
      isChecking = false
    })
  }

  app.get('/health', (c) => {
    const uptime = Math.floor((clock().getTime() - started) / 1000)
    return c.text(`OK v${current}, hash: ${env.LATCHKEY_BUILD}, features: data,rpc, uptime: ${uptime} s`, 200, {
      'cache-control': 'no-store',
    })
  })

  app.get('/ready', async (c) => {
    const [fault, isCacheAway] = await Promise.all([checkDatabase(), cache.isUnreachable?.()])
    const database = fault === undefined
    const chains = nodes.health().map(({ chainId, nodes: all }) => ({
      chainId,
      nodes: all.length,
      // A node that was not asked yet counts: a fresh server is not a broken one.
      usable: all.filter((node) => !node.wrongChain && node.reachable !== false).length,
      wrongChain: all.filter((node) => node.wrongChain).length,
    }))
    const without = chains.filter(({ usable }) => usable === 0).map(({ chainId }) => chainId)
    // One chain that is away concerns those who use it; when all are, it is this server that reaches none.
    const isCutOff = chains.length > 0 && without.length === chains.length
    if (isCutOff) checkNodes()
    const reasons = [
      ...(database ? [] : [fault]),
      // Processes go on without it, each with limits of its own, and bring messages to each other a little later.
      ...(isCacheAway ? ['Redis does not answer'] : []),
      ...(without.length > 0 ? [`No node can be used of ${without.join(', ')}`] : []),
    ]
    const ready = database && !isCutOff
    const degraded = reasons.length > 0
    return c.json({ ready, degraded, database, kind: db.kind, reasons, chains }, ready ? 200 : 503, {
      'cache-control': 'no-store',
    })
  })

  app.get('/metrics', async (c) => {
    // A request through an unlisted proxy on this machine is not local.
    const isPassedOn = env.LATCHKEY_TRUSTED_PROXIES === undefined && c.req.header('x-forwarded-for') !== undefined
    if (env.METRICS_PORT !== undefined || isPassedOn || !isLoopback(c.get('ip')))
      throw new Refusal(404, 'path', 'Not found')
    return c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType })
  })
  return app
}
