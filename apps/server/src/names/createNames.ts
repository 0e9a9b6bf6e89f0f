import { ethereumCoinType } from '@latchkey/protocol/namesApi'
import type { Hono } from 'hono'
import type { Deps } from '../deps.js'
import { readDbTime } from '../platform/db/readDbTime.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { withoutValues } from '../platform/log/withoutValues.js'
import { createSignatureCheck } from '../platform/upstream/createSignatureCheck.js'
import { createNameTables } from './createNameTables.js'
import { ensRoutes } from './ensRoutes.js'
import { nameRoutes } from './nameRoutes.js'

/** How often what is over is deleted, in milliseconds. */
const sweepEvery = 60_000
/** The zones of the local environment: one with a reserved TLD, and the one built into AppKit's client. */
const localZones = ['latchkey.test', 'reown.id']

/** The names of a server. */
export type Names = {
  routes: Hono<HonoEnv>
  /** The name of an EVM account; none where it has none, or where it leads to another account. */
  nameOf(address: string): Promise<string | null>
  sweep(): Promise<void>
  close(): void
}

/**
 * Creates the names of a server.
 *
 * @param deps - Settings, nodes, database, the key that signs for ENS, and log.
 * @param options - The gate, and whether this is a local world, which has zones without a setting.
 */
export function createNames(
  { env, nodes, db, nameKey, log }: Pick<Deps, 'env' | 'nodes' | 'db' | 'nameKey' | 'log'>,
  { gate, isLocal }: { gate: Gate; isLocal: boolean },
): Names {
  const tables = createNameTables(db, { graceDays: env.LATCHKEY_RETENTION_NAMES })
  const zones = env.LATCHKEY_NAME_ZONES ?? (isLocal ? localZones : [])
  const now = () => readDbTime(db.query)
  const sweep = () =>
    tables.sweep().catch((error: unknown) => log.warn({ err: withoutValues(error) }, 'Old names were not deleted'))
  const timer = setInterval(sweep, sweepEvery)
  timer.unref()
  return {
    routes: nameRoutes({ gate, tables, zones, isSigned: createSignatureCheck({ nodes }), now }).route(
      '/',
      ensRoutes({ gate, tables, zones, key: nameKey, now }),
    ),
    async nameOf(address) {
      if (zones.length === 0) return null
      const [found] = await tables.reverse(address.toLowerCase(), [ethereumCoinType])
      return found?.name ?? null
    },
    sweep,
    close: () => clearInterval(timer),
  }
}
