import { Hono } from 'hono'
import type { Db } from '../platform/db/db.js'
import type { HonoEnv } from '../platform/vars.js'
import { version } from '../platform/version.js'

/** `/health` (the process lives, with which parts of the wallet) and `/ready` (it can serve), for whoever watches a process of its own. */
export function walletStatusRoutes({ db, roles }: { db: Db; roles: readonly string[] }): Hono<HonoEnv> {
  const current = version()
  const app = new Hono<HonoEnv>()
  const fresh = { 'cache-control': 'no-store' }
  app.get('/health', (c) => c.text(`OK v${current}, roles: ${roles.join(',')}`, 200, fresh))
  app.get('/ready', async (c) => {
    const database = await db.ping().then(
      () => true,
      () => false,
    )
    return c.json({ ready: database, database }, database ? 200 : 503, fresh)
  })
  return app
}
