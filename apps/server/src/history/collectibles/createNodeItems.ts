import type { Collectible } from '@latchkey/protocol/accountApi'
import { parseChainId } from '@latchkey/protocol/caip'
import { cleanName } from '@latchkey/protocol/internal/text'
import { families } from '../../families/families.js'
import type { Chain } from '../../platform/chains/chain.js'
import type { CollectibleReader, HeldCollectible } from '../../platform/upstream/collectibleReader.js'
import type { Picture } from '../../platform/upstream/createPictureReader.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import type { ItemKey } from './createCollectibleTables.js'
import type { ItemCache } from './createItemCache.js'
import { isSpam } from './isSpam.js'
import { type Item, noItem } from './item.js'

/** A page of collectibles that nodes told, and where the next begins; `isWhole` is false where one that knows more did not answer. */
export type NodeItemPage = { data: readonly Collectible[]; next: string | undefined; isWhole: boolean }

/** Returns the collectibles of chains whose nodes are asked, with what they say of themselves. */
export type NodeItems = {
  /** The format of `next` on a chain; undefined for chains without a history. */
  placeOf(chain: Chain): RegExp | undefined
  /** One page; `pictureOf` tells where the picture of an item is served. Rejects with an `UpstreamFault`. */
  page(
    chain: Chain,
    query: { address: string; before: string | undefined; pictureOf: (key: ItemKey) => string },
  ): Promise<NodeItemPage>
  /** The picture of an item. */
  picture(chain: Chain, id: string): Promise<Picture | undefined>
}

/** Each item has an address of its own, and no number. */
const noNumber = '0'

/**
 * Creates the collectibles of chains whose nodes are asked.
 *
 * @param options - Nodes, and where descriptions are kept.
 * @returns The collectibles.
 */
export function createNodeItems({ nodes, itemCache }: { nodes: Nodes; itemCache: ItemCache }): NodeItems {
  const readers = new Map<string, CollectibleReader>(
    families.flatMap(({ namespace, createCollectibles }) =>
      createCollectibles ? [[namespace, createCollectibles({ nodes })] as const] : [],
    ),
  )
  const readerOf = ({ caip2 }: Chain) => readers.get(parseChainId(caip2).namespace)
  const required = (chain: Chain): CollectibleReader => {
    const reader = readerOf(chain)
    if (reader) return reader
    throw new Error(`No node of ${chain.caip2} tells of collectibles`)
  }

  return {
    placeOf: (chain) => readerOf(chain)?.place,
    async page(chain, { address, before, pictureOf }) {
      const { items, next, isWhole } = await required(chain).page(chain, address, before)
      const keyed = items.map((item) => ({ ...item, contract: item.id, tokenId: noNumber }))
      const { stale, take } = await itemCache.open(chain.caip2, keyed)
      const known = await take(stale)
      const data = keyed.map((one, at) => toWire(chain, one, known[at] ?? noItem, pictureOf(one)))
      return { data, next, isWhole }
    },
    picture: (chain, id) =>
      itemCache.picture(chain.caip2, { contract: id, tokenId: noNumber }, () => required(chain).uri(chain, id)),
  }
}

function toWire(chain: Chain, held: HeldCollectible, item: Item, picture: string): Collectible {
  const collection = { name: cleanName(held.collection.name, 100), symbol: cleanName(held.collection.symbol, 32) }
  const name = item.name ?? (cleanName(held.name, 100) || null)
  const { description, image, link } = item
  return {
    chainId: chain.caip2,
    contract: held.id,
    tokenId: noNumber,
    standard: 'metaplex',
    amount: '1',
    name,
    description,
    collection,
    image: image === null ? null : picture,
    link,
    isSpam: isSpam({
      isListed: chain.tokens.some(({ address }) => address === held.id || address === held.collection.id),
      isAsked: held.isOwn,
      // How many others got one is not told.
      crowd: 0,
      texts: [collection.name, collection.symbol, name ?? '', held.name, description ?? ''],
    }),
    ...(held.isLocked ? { isLocked: true } : {}),
  }
}
