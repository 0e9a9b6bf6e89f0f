import type { Hono } from 'hono'
import type { Deps } from '../../deps.js'
import type { HonoEnv } from '../../platform/http/vars.js'
import { createFairQueue } from '../../platform/limits/createFairQueue.js'
import type { Gate } from '../../platform/limits/gate.js'
import { createPictureReader } from '../../platform/upstream/createPictureReader.js'
import { createPublicReader } from '../../platform/upstream/createPublicReader.js'
import { createHistoryTables } from '../createHistoryTables.js'
import { createTokenBook } from '../createTokenBook.js'
import { collectibleRoutes } from './collectibleRoutes.js'
import { createCollectibleTables } from './createCollectibleTables.js'
import { createItemBook } from './createItemBook.js'
import { createItemCache } from './createItemCache.js'
import { createItemReader } from './createItemReader.js'
import { createNodeItems } from './createNodeItems.js'

/** How many bytes a description and a picture may have. */
const largest = { text: 256 * 1024, picture: 2 * 1024 * 1024 }
/** How many pages are read at once, and how many calls wait for theirs. */
const pages = { atOnce: 2, waiting: 200 }
/** The same of pages that nodes are asked for; they wait for the network, not for the processor. */
const nodePages = { atOnce: 16, waiting: 200 }

/**
 * Creates the collectibles of a server, over what the history's scanner keeps.
 *
 * @param deps - Settings, nodes and database.
 * @param options - The gate, and where pictures are served.
 * @returns The routes.
 */
export function createCollectibles(
  { env, nodes, db }: Pick<Deps, 'env' | 'nodes' | 'db'>,
  options: { gate: Gate; publicUrl: (requestUrl: string) => string },
): Hono<HonoEnv> {
  const tables = createCollectibleTables(db.query)
  const history = createHistoryTables(db)
  const reader = createItemReader({
    readText: createPublicReader({
      accept: 'application/json',
      type: /^(application\/([\w.-]+\+)?json|text\/plain)\s*(;|$)/i,
      largest: largest.text,
    }),
    // Readers of their own: what collectibles name must not keep pictures of accounts waiting.
    readPicture: createPictureReader({ largest: largest.picture }),
    gateway: env.LATCHKEY_IPFS_GATEWAY,
  })
  const limits = {
    field: 'collectibles',
    refusal: 'Too many requests for collectibles. Try again in a few seconds.',
    timeout: env.LATCHKEY_CONNECTION_SECONDS * 1_000,
  }
  const itemCache = createItemCache({ tables, reader })
  return collectibleRoutes({
    ...options,
    nodes,
    tables,
    progress: history.progress,
    tokenBook: createTokenBook({ nodes, tables: history }),
    itemBook: createItemBook({ nodes, itemCache }),
    nodeItems: createNodeItems({ nodes, itemCache }),
    queue: createFairQueue({ ...limits, ...pages }),
    nodeQueue: createFairQueue({ ...limits, ...nodePages }),
  })
}
