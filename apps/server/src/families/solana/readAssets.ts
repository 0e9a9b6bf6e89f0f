import * as z from 'zod'
import type { HeldCollectible } from '../../platform/upstream/collectibleReader.js'

const key = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const text = z.string().max(2_000).catch('')
const flag = z.boolean().catch(false)
const asset = z.object({
  interface: z.string(),
  id: key,
  content: z.object({ json_uri: text, metadata: z.object({ name: text }).catch({ name: '' }) }),
  compression: z.object({ compressed: flag }).catch({ compressed: false }),
  grouping: z
    .array(
      z.object({
        group_key: z.string(),
        group_value: z.string(),
        verified: z.boolean().optional(),
        collection_metadata: z.object({ name: text, symbol: text }).catch({ name: '', symbol: '' }),
      }),
    )
    .catch([]),
  creators: z.array(z.object({ address: z.string(), verified: flag })).catch([]),
  ownership: z.object({ owner: key, frozen: flag }),
  burnt: flag,
})
const assets = z.object({ items: z.array(z.unknown()).max(1_000) })
const described = z.object({ id: key, content: z.object({ json_uri: text }) })

/** What there is one of; tokens of which there are many have other names. */
const single: readonly string[] = [
  'V1_NFT',
  'V1_PRINT',
  'V2_NFT',
  'LEGACY_NFT',
  'ProgrammableNFT',
  'MplCoreAsset',
  'Custom',
]
const plain: readonly string[] = ['V1_NFT', 'V1_PRINT', 'V2_NFT', 'LEGACY_NFT', 'Custom']

/**
 * Reads the answer to `getAssetsByOwner`.
 *
 * @param result - What the node said.
 * @param owner - Whose assets were asked for; of anybody else's none is taken.
 * @returns The collectibles, and how many assets there were; nothing where it is no such answer.
 * @see https://developers.metaplex.com/das-api/methods/get-assets-by-owner
 */
export function readAssets(
  result: unknown,
  owner: string,
): { items: readonly HeldCollectible[]; count: number } | undefined {
  const list = assets.safeParse(result)
  if (!list.success) return undefined
  const found = new Map<string, HeldCollectible>()
  for (const one of list.data.items) {
    const { success, data } = asset.safeParse(one)
    if (!success || data.burnt || data.ownership.owner !== owner || !single.includes(data.interface)) continue
    found.set(data.id, toHeld(data, owner))
  }
  return { items: [...found.values()], count: list.data.items.length }
}

/**
 * Reads where an asset is described, from the answer to `getAsset`.
 *
 * @param result - What the node said.
 * @param id - Which asset was asked for.
 * @returns The address; nothing where it is no such answer, or says nothing.
 */
export function readAssetUri(result: unknown, id: string): string | undefined {
  const { success, data } = described.safeParse(result)
  return success && data.id === id ? data.content.json_uri || undefined : undefined
}

function toHeld(given: z.output<typeof asset>, owner: string): HeldCollectible {
  const { id, content, grouping, creators, ownership, compression } = given
  const group = grouping.find(({ group_key: name, verified }) => name === 'collection' && verified !== false)
  return {
    id,
    name: content.metadata.name,
    collection: {
      id: group?.group_value,
      name: group?.collection_metadata.name ?? '',
      symbol: group?.collection_metadata.symbol ?? '',
    },
    uri: content.json_uri || undefined,
    isOwn: creators.some(({ address, verified }) => verified && address === owner),
    isLocked: ownership.frozen || compression.compressed || !plain.includes(given.interface),
  }
}
