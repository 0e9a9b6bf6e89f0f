import { type Config, type ConnectorType, readRecentListings } from '@latchkey/core'
import { recommendedWallets } from '@latchkey/protocol/internal/limits'

/** Rows that the directory adds to one group of the Connect view. */
export type Places = {
  /** How many they can be. */
  readonly most: number
  /** How many are kept free until the directory has answered: as many as there were the last time. */
  readonly kept: number
  /** Remembers how many there were. */
  remember(count: number): void
}

/** How many rows the directory may add to a group, told before it is asked, so that they have a place. */
export function placesOf({ options, storage }: Config, type: ConnectorType | 'all'): Places {
  const { walletGroups = [], featuredWalletIds = [] } = options
  const named = walletGroups.flatMap(({ wallets }) => wallets)
  const recent = readRecentListings(storage).filter((id) => !named.includes(id))
  const featured = featuredWalletIds.filter((id) => !named.includes(id) && !recent.includes(id))
  const counts = { recent: recent.length, featured: featured.length, recommended: recommendedWallets }
  const most = (counts as { readonly [type: string]: number })[type] ?? 0
  const key = `${type}Places`
  const last = type === 'recent' ? undefined : storage.get(key, isCount)
  return {
    most,
    kept: Math.min(most, last ?? most),
    remember(count) {
      if (type !== 'recent' && count !== last) storage.set(key, count)
    },
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
