import type { Storage } from '../storage/storage.js'

const key = 'recentWallets'

/** Ids of the wallets used last, newest first. */
export function readRecentWallets(storage: Storage): readonly string[] {
  return storage.get(key, isIds) ?? []
}

/** Remembers a wallet as used, of at most so many; one that is remembered already keeps its place. */
export function addRecentWallet(storage: Storage, id: string, most: number): void {
  const known = readRecentWallets(storage)
  if (!known.includes(id)) storage.set(key, [id, ...known].slice(0, most))
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string')
}
