import { Hono } from 'hono'
import type { Db } from '../platform/db/db.js'
import type { HonoEnv } from '../platform/http/vars.js'
import { createDatabaseCheck } from './createDatabaseCheck.js'
import { version } from './version.js'

/** `/health` (the process is up, with its roles) and `/ready` (it can serve), for monitoring. */
export function walletStatusRoutes({ db, roles }: { db: Db; roles: readonly string[] }): Hono<HonoEnv> {
  const current = version()
  const checkDatabase = createDatabaseCheck(db)
  const app = new Hono<HonoEnv>()
  const fresh = { 'cache-control': 'no-store' }
  app.get('/health', (c) => c.text(`OK v${current}, roles: ${roles.join(',')}`, 200, fresh))
  app.get('/ready', async (c) => {
    const fault = await checkDatabase()
    const database = fault === undefined
    return c.json({ ready: database, database, reasons: database ? [] : [fault] }, database ? 200 : 503, fresh)
  })
  return app
}
