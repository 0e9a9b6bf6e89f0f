import type { ChainId } from '@latchkey/protocol/caip'
import type { Picture } from '../../platform/upstream/createPictureReader.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import { heldCall, readHeld, readUri, uriCalls } from './calls.js'
import type { Holding, ItemKey } from './createCollectibleTables.js'
import type { ItemCache } from './createItemCache.js'
import { type Item, noItem } from './item.js'

/** A holding with what its collectible says of itself; the amount is what the chain says now. */
export type DescribedHolding = Holding & { item: Item }

/** Returns what collectibles say of themselves. */
export type ItemBook = {
  /** Those of the holdings that the account has now, each with its description, as far as that comes in time. */
  describe(chainId: ChainId, address: string, holdings: readonly Holding[]): Promise<readonly DescribedHolding[]>
  /** The picture of a collectible. */
  picture(chainId: ChainId, key: ItemKey): Promise<Picture | undefined>
}

/**
 * Creates the book of collectibles of EVM chains.
 *
 * @param options - Nodes, and where descriptions are kept.
 * @returns The book.
 */
export function createItemBook({
  nodes,
  itemCache,
}: {
  nodes: Pick<Nodes, 'readBatch'>
  itemCache: ItemCache
}): ItemBook {
  return {
    async describe(chainId, address, holdings) {
      const { stale, take } = await itemCache.open(chainId, holdings)
      const calls = [...holdings.map((one) => heldCall(one, address)), ...stale.flatMap(uriCalls)]
      if (calls.length === 0) return []
      const answers = await nodes.readBatch(chainId, calls)
      const uris = answers.slice(holdings.length)
      const amounts = holdings.map((one, at) => readHeld(one, address, answers[at]))
      const found = stale.map((one, at) => ({ ...one, uri: readUri(one, uris.slice(at * 2, at * 2 + 2)) }))
      const items = await take(found)
      return holdings.flatMap((one, at) => {
        const amount = amounts[at] ?? 0n
        return amount === 0n ? [] : [{ ...one, amount: amount.toString(), item: items[at] ?? noItem }]
      })
    },
    picture: (chainId, key) =>
      itemCache.picture(chainId, key, async () => readUri(key, await nodes.readBatch(chainId, uriCalls(key)))),
  }
}
