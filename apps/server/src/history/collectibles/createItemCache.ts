import type { ChainId } from '@latchkey/protocol/caip'
import type { Picture } from '../../platform/upstream/createPictureReader.js'
import type { CollectibleTables, ItemKey, KeptItem } from './createCollectibleTables.js'
import type { ItemReader } from './createItemReader.js'
import { type Item, noItem } from './item.js'

/** Keeps what collectibles say of themselves. */
export type ItemCache = {
  /** Looks for what is kept of some collectibles. */
  open<Key extends ItemKey>(chainId: ChainId, keys: readonly Key[]): Promise<CachedItems<Key>>
  /** The picture of a collectible; `find` tells where it is described. */
  picture(chainId: ChainId, key: ItemKey, find: () => Promise<string | undefined>): Promise<Picture | undefined>
}

/** The cached facts of some collectibles. */
export type CachedItems<Key extends ItemKey> = {
  /** Those that are to be read anew: each is once a day. */
  readonly stale: readonly Key[]
  /** What is known of each key, in their order, once those are read that have an address here, as far as that comes in time. */
  take(found: readonly (ItemKey & { uri: string | undefined })[]): Promise<readonly Item[]>
}

/** How old what was read may be, and what could not be read, in seconds. */
const life = { read: 86_400, none: 600 }

/**
 * Creates the item cache of a server: each collectible is read once a day, and only on request.
 *
 * @param options - Tables, what reads descriptions, and how many milliseconds a page waits for those; one that comes later is there
 * the next time.
 * @returns The cache.
 */
export function createItemCache(options: {
  tables: Pick<CollectibleTables, 'items' | 'keepItem'>
  reader: ItemReader
  wait?: number
}): ItemCache {
  const { tables, reader, wait = 2_500 } = options
  const items = new Map<string, Promise<Item>>()
  const pictures = new Map<string, Promise<Picture | undefined>>()

  /** Reads one that is not read already, and keeps it. */
  function load(chainId: ChainId, key: ItemKey, uri: string | undefined): Promise<Item> {
    return once(items, keyOf(chainId, key), async () => {
      const item = uri === undefined ? noItem : await reader.item(uri)
      await tables.keepItem(chainId, key, item)
      return item
    })
  }

  return {
    async open(chainId, keys) {
      const kept = new Map((await tables.items(chainId, keys)).map((item) => [keyOf(chainId, item), item]))
      return {
        stale: keys.filter((one) => !isFresh(kept.get(keyOf(chainId, one)))),
        async take(found) {
          const read = new Map<string, Item>()
          await within(
            wait,
            found.map(async (one) => {
              const item = await load(chainId, one, one.uri)
              read.set(keyOf(chainId, one), item)
            }),
          )
          return keys.map((one) => {
            const key = keyOf(chainId, one)
            const now = read.get(key)
            return now?.isRead ? now : (kept.get(key) ?? now ?? noItem)
          })
        },
      }
    },
    picture: (chainId, key, find) =>
      once(pictures, keyOf(chainId, key), async () => {
        const uri = await find()
        return uri === undefined ? undefined : reader.picture(uri)
      }),
  }
}

function keyOf(chainId: ChainId, { contract, tokenId }: ItemKey): string {
  return `${chainId} ${contract} ${tokenId}`
}

function isFresh(item: KeptItem | undefined): boolean {
  return item !== undefined && item.age < (item.isRead ? life.read : life.none)
}

/** Does something once for all who ask while it is done. */
function once<Result>(doing: Map<string, Promise<Result>>, key: string, begin: () => Promise<Result>): Promise<Result> {
  const under = doing.get(key)
  if (under) return under
  const begun = begin().finally(() => doing.delete(key))
  doing.set(key, begun)
  return begun
}

/** Waits for all, with a timeout; later errors are ignored. */
async function within(time: number, all: readonly Promise<void>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((done) => {
    timer = setTimeout(done, time)
  })
  const done = Promise.all(all).then(() => undefined)
  done.catch(() => undefined)
  await Promise.race([done, over])
  clearTimeout(timer)
}
