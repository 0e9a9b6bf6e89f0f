import type { Hono } from 'hono'
import type { Deps } from '../deps.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { withoutValues } from '../platform/log/withoutValues.js'
import { createSignatureCheck } from '../platform/upstream/createSignatureCheck.js'
import { createSessionTables } from './createSessionTables.js'
import { sessionRoutes } from './sessionRoutes.js'

/** How often what is over is deleted, in milliseconds. */
const sweepEvery = 600_000

/**
 * Creates the sessions of a server: permissions of apps to act for accounts.
 *
 * @param deps - Settings, nodes, database, keys, log and clock.
 * @param options - The gate.
 * @returns The routes, and the way to end the sweeping.
 */
export function createSessions(
  { env, nodes, db, sessionKeys, log, clock }: Pick<Deps, 'env' | 'nodes' | 'db' | 'sessionKeys' | 'log' | 'clock'>,
  { gate }: { gate: Gate },
): { routes: Hono<HonoEnv>; sweep(): Promise<void>; close(): void } {
  const tables = createSessionTables(db, { revokedDays: env.LATCHKEY_RETENTION_SMART_SESSIONS })
  const sweep = () =>
    tables.sweep().catch((error: unknown) => log.warn({ err: withoutValues(error) }, 'Old sessions were not deleted'))
  const timer = setInterval(sweep, sweepEvery)
  timer.unref()
  return {
    routes: sessionRoutes({ gate, tables, keys: sessionKeys, isSigned: createSignatureCheck({ nodes }), clock }),
    sweep,
    close: () => clearInterval(timer),
  }
}
