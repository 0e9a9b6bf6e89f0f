import type { ChainId } from '@latchkey/protocol/caip'
import type { Picture } from '../../platform/upstream/createPictureReader.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import { heldCall, readHeld, readUri, uriCalls } from './calls.js'
import type { CollectibleTables, Holding, ItemKey, KeptItem } from './createCollectibleTables.js'
import type { ItemReader } from './createItemReader.js'
import { type Item, noItem } from './item.js'

/** A holding with what its collectible says of itself; the amount is what the chain says now. */
export type DescribedHolding = Holding & { item: Item }

/** Tells what collectibles say of themselves. */
export type ItemBook = {
  /** Those of the holdings that the account has now, each with its description, as far as that comes in time. */
  describe(chainId: ChainId, address: string, holdings: readonly Holding[]): Promise<readonly DescribedHolding[]>
  /** The picture of a collectible. */
  picture(chainId: ChainId, key: ItemKey): Promise<Picture | undefined>
}

/** How old what was read may be, and what could not be read, in seconds. */
const life = { read: 86_400, none: 600 }

/**
 * Makes the book of collectibles of a server: each is asked once a day, and only when somebody looks at it.
 *
 * @param options - Nodes, tables, what reads descriptions, and how many milliseconds a page waits for those; one that comes later is
 * there the next time.
 * @returns The book.
 */
export function createItemBook(options: {
  nodes: Pick<Nodes, 'readBatch'>
  tables: Pick<CollectibleTables, 'items' | 'keepItem'>
  reader: ItemReader
  wait?: number
}): ItemBook {
  const { nodes, tables, reader, wait = 2_500 } = options
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
    async describe(chainId, address, holdings) {
      const kept = new Map((await tables.items(chainId, holdings)).map((item) => [keyOf(chainId, item), item]))
      const stale = holdings.filter((one) => !isFresh(kept.get(keyOf(chainId, one))))
      const calls = [...holdings.map((one) => heldCall(one, address)), ...stale.flatMap(uriCalls)]
      if (calls.length === 0) return []
      const answers = await nodes.readBatch(chainId, calls)
      const uris = answers.slice(holdings.length)
      const amounts = holdings.map((one, at) => readHeld(one, address, answers[at]))
      const read = new Map<string, Item>()
      await within(
        wait,
        stale.map(async (one, at) => {
          const item = await load(chainId, one, readUri(one, uris.slice(at * 2, at * 2 + 2)))
          read.set(keyOf(chainId, one), item)
        }),
      )
      return holdings.flatMap((one, at) => {
        const amount = amounts[at] ?? 0n
        const key = keyOf(chainId, one)
        const now = read.get(key)
        const item = now?.isRead ? now : (kept.get(key) ?? now ?? noItem)
        return amount === 0n ? [] : [{ ...one, amount: amount.toString(), item }]
      })
    },
    picture(chainId, key) {
      return once(pictures, keyOf(chainId, key), async () => {
        const uri = readUri(key, await nodes.readBatch(chainId, uriCalls(key)))
        return uri === undefined ? undefined : reader.picture(uri)
      })
    },
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

/** Waits for all, but no longer than this; what goes wrong later is nobody's. */
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
