import { recentWallets } from '@latchkey/protocol/internal/limits'
import type { Storage } from '../storage/storage.js'

const key = 'recentListings'

/**
 * Reads the ids of the directory's wallets that were used last, newest first.
 *
 * @param storage - The storage of the config.
 * @returns At most 2 ids; none where nothing was kept or what was kept is damaged.
 *
 * @example
 * import { getWallets, readRecentListings } from '@latchkey/core'
 * const include = readRecentListings(config.storage)
 * const { wallets } = await getWallets(config, { include, entries: 2 })
 */
export function readRecentListings(storage: Storage): readonly string[] {
  return storage.get(key, isIds)?.slice(0, recentWallets) ?? []
}

/**
 * Remembers a wallet of the directory as used; one that is remembered already keeps its place.
 *
 * @param storage - The storage of the config.
 * @param id - The id of the wallet.
 *
 * @example
 * import { addRecentListing, getWallets } from '@latchkey/core'
 * const { wallets } = await getWallets(config)
 * for (const { id } of wallets.slice(0, 1)) addRecentListing(config.storage, id)
 */
export function addRecentListing(storage: Storage, id: string): void {
  const known = readRecentListings(storage)
  if (!known.includes(id)) storage.set(key, [id, ...known].slice(0, recentWallets))
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string' && /^[0-9a-f]{64}$/.test(id))
}
