import type { ChainId } from '@latchkey/protocol/caip'
import type { Chain } from '../../platform/chains/chain.js'
import type { NodeCall } from '../../platform/upstream/answer.js'
import type { CollectibleReader } from '../../platform/upstream/collectibleReader.js'
import { isMethodRefused } from '../../platform/upstream/isMethodRefused.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'
import { createMintCollectibles } from './createMintCollectibles.js'
import { readAssets, readAssetUri } from './readAssets.js'

/** How many items a page has. */
const size = 24
/** The maximum number of pages. */
const mostPages = 1_000
/** How long a node is not asked for assets, in milliseconds: after it failed, and after it said that it has no such method. */
const rests = { failed: 30_000, refused: 86_400_000 }

/**
 * Creates the reader of collectibles of Solana. Where a node offers the Digital Asset Standard, it is asked for all assets; which does is
 * found out by asking, and remembered. Else the accounts of tokens are read, as every node offers.
 *
 * @param options - The nodes, and the time.
 * @returns The reader.
 * @see https://developers.metaplex.com/das-api
 */
export function createSolanaCollectibles(options: { nodes: FamilyNodes; now?: () => number }): CollectibleReader {
  const { nodes, now = Date.now } = options
  const mints = createMintCollectibles({ nodes, size })
  /** Of each chain's nodes, by their place: until when one is not asked, and whether it has answered. */
  const known = new Map<ChainId, { until: number; hasAnswered: boolean }[]>()

  function sourcesOf({ caip2, rpc }: Chain) {
    const sources = known.get(caip2) ?? rpc.map(() => ({ until: 0, hasAnswered: false }))
    known.set(caip2, sources)
    return sources
  }

  /** Asks the nodes that offer assets, one after the other; nothing where none answers with what is wanted. */
  async function ask<T>(chain: Chain, call: NodeCall, read: (result: unknown) => T | undefined) {
    for (const [pin, source] of sourcesOf(chain).entries()) {
      if (source.until > now()) continue
      try {
        const answer = await nodes.read(chain.caip2, call, { pin })
        const found = answer.ok ? read(answer.result) : undefined
        if (found !== undefined) {
          Object.assign(source, { until: 0, hasAnswered: true })
          return found
        }
        const isRefused = !answer.ok && isMethodRefused(answer.error)
        // One that is known may just not have this asset: anybody can ask for what is no asset.
        if (isRefused) Object.assign(source, { until: now() + rests.refused, hasAnswered: false })
        else if (!source.hasAnswered) source.until = now() + rests.failed
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
        source.until = now() + rests.failed
      }
    }
    return undefined
  }

  return {
    place: /^(assets\.\d{1,4}|mint\.[1-9A-HJ-NP-Za-km-z]{32,44})$/,
    async page(chain, address, before) {
      const [kind, place = ''] = before?.split('.') ?? []
      if (kind !== 'mint') {
        const page = Number(place || 1)
        const found = await ask(
          chain,
          {
            method: 'getAssetsByOwner',
            params: {
              ownerAddress: address,
              page,
              limit: size,
              sortBy: { sortBy: 'id', sortDirection: 'asc' },
              options: { showCollectionMetadata: true },
            },
          },
          (result) => readAssets(result, address),
        )
        if (found) {
          const isMore = found.count >= size && page < mostPages
          return { items: found.items, next: isMore ? `assets.${page + 1}` : undefined, isWhole: true }
        }
        // Pages by number and pages by mint do not fit together.
        if (kind === 'assets')
          throw new UpstreamFault('RPC_UNREACHABLE', { sent: true, details: 'No node that lists assets answered.' })
      }
      const { items, next } = await mints.page(chain, address, place || undefined)
      const isWhole = !sourcesOf(chain).some(({ hasAnswered }) => hasAnswered)
      return { items, next: next === undefined ? undefined : `mint.${next}`, isWhole }
    },
    async uri(chain, id) {
      const isOffered = sourcesOf(chain).some(({ hasAnswered }) => hasAnswered)
      const call = { method: 'getAsset', params: { id } }
      const found = isOffered ? await ask(chain, call, (result) => readAssetUri(result, id)) : undefined
      return found ?? mints.uri(chain, id)
    },
  }
}
