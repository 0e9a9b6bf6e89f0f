import { randomBytes } from 'node:crypto'
import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { Hono } from 'hono'
import type { Deps } from '../deps.js'
import { isLocalMode } from '../isLocalMode.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { reasonOf } from '../platform/log/withoutValues.js'
import { createArrivalCheck } from './createArrivalCheck.js'
import { createBookTables } from './createBookTables.js'
import { createFollower } from './createFollower.js'
import { createPurchaseTables } from './createPurchaseTables.js'
import { createReconciler } from './createReconciler.js'
import { createShop } from './createShop.js'
import type { OnrampProvider } from './onrampProvider.js'
import { onrampRoutes } from './onrampRoutes.js'
import { createCoinbase } from './providers/createCoinbase.js'
import { createLocalProvider } from './providers/createLocalProvider.js'
import { createMeld } from './providers/createMeld.js'
import { sellerRoutes } from './sellerRoutes.js'
import { type PurchaseEntry, toEntry } from './toEntry.js'

/** How often what is over is deleted, in milliseconds. */
const sweepEvery = 600_000

type OnrampDeps = Pick<Deps, 'env' | 'chains' | 'nodes' | 'db' | 'log' | 'metrics' | 'clock' | 'fetch'>

/** The purchases of a server. */
export type Onramp = {
  routes: Hono<HonoEnv>
  /** The providers, in the order in which they are offered. */
  providers: readonly string[]
  /** The purchases of an account as history entries, newest first. */
  entries(chains: readonly ChainId[], address: string): Promise<PurchaseEntry[]>
  sweep(): Promise<void>
  /** Compares the books with providers and chains, as far as purchases are due. */
  compare(): Promise<void>
  close(): void
}

/**
 * Creates the purchases of a server: coins for money, from the providers that the settings name.
 *
 * @param deps - Settings, chains, nodes, database, log, clock and fetch.
 * @param options - The gate, and the public URL.
 * @returns The routes, who sells, what was bought, and the way to end.
 * @throws LatchkeyError INVALID_CONFIG when a provider's settings do not fit together.
 */
export function createOnramp(
  deps: OnrampDeps,
  { gate, publicUrl }: { gate: Gate; publicUrl: (requestUrl: string) => string },
): Onramp {
  const { env, chains, nodes, db, log, metrics, clock } = deps
  const providers = openProviders(deps)
  const isLocal = isLocalMode(env)
  if (providers.length > 0 && !isLocal && env.LATCHKEY_ONRAMP_SECRET === undefined)
    throw new LatchkeyError(
      'INVALID_CONFIG',
      'LATCHKEY_ONRAMP_SECRET must be set: it makes the names that providers know buyers by',
    )
  const tables = createPurchaseTables(db, { days: env.LATCHKEY_RETENTION_PURCHASES })
  const shop = createShop({ providers, chains, clock, log })
  const checkArrival = createArrivalCheck({ nodes })
  const follower = createFollower({ providers, chains, tables, checkArrival, log })
  const reconciler = createReconciler({ providers, chains, books: createBookTables(db), checkArrival, log, metrics })
  // The names are kept with the purchases: a key that is new with each start only makes buyers unknown to their provider.
  const secret = env.LATCHKEY_ONRAMP_SECRET ?? randomBytes(32).toString('hex')
  const context = { shop, tables, follower, gate, secret, publicUrl, clock, log }
  const routes = new Hono<HonoEnv>()
  routes.route('/', onrampRoutes(context))
  routes.route('/', sellerRoutes(context))
  const sweep = () =>
    tables.sweep().catch((error) => log.warn({ reason: reasonOf(error) }, 'Old purchases were not deleted'))
  const timer = setInterval(sweep, sweepEvery)
  timer.unref()
  return {
    routes,
    providers: providers.map(({ id }) => id),
    async entries(ids, address) {
      const found = providers.length === 0 ? [] : await tables.list(ids, address)
      return found.map((purchase) => toEntry(purchase, providers))
    },
    sweep,
    compare: reconciler.run,
    close() {
      clearInterval(timer)
      follower.close()
      reconciler.close()
    },
  }
}

function openProviders({ env, clock, fetch }: OnrampDeps): readonly OnrampProvider[] {
  const found: OnrampProvider[] = []
  const { LATCHKEY_MELD_KEY: meldKey, LATCHKEY_COINBASE_KEY: key, LATCHKEY_COINBASE_KEY_ID: keyId } = env
  if (meldKey !== undefined)
    found.push(
      createMeld({
        key: meldKey,
        url: env.LATCHKEY_MELD_URL,
        webhookKeys: env.LATCHKEY_MELD_WEBHOOK_KEYS ?? [],
        fetch,
      }),
    )
  if ((key === undefined) !== (keyId === undefined))
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_COINBASE_KEY and LATCHKEY_COINBASE_KEY_ID need each other')
  if (key !== undefined && keyId !== undefined)
    found.push(
      createCoinbase({
        ...{ keyId, key, clock, fetch },
        url: env.LATCHKEY_COINBASE_URL,
        webhookKeys: env.LATCHKEY_COINBASE_WEBHOOK_KEYS ?? [],
      }),
    )
  if (env.LATCHKEY_ONRAMP_LOCAL_URL !== undefined) {
    // It takes play money, and must not pass for a real shop.
    if (!isLocalMode(env)) throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_ONRAMP_LOCAL_URL is for local mode only')
    found.push(createLocalProvider({ url: env.LATCHKEY_ONRAMP_LOCAL_URL, fetch }))
  }
  return found
}
