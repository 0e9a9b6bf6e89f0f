import { isSolanaAddress } from '@latchkey/protocol/internal/solana'
import { isCollectible, metadataAddress, readMetadata } from '@latchkey/protocol/internal/solanaMetadata'
import { cleanName } from '@latchkey/protocol/internal/text'
import type { Chain } from '../../platform/chains/chain.js'
import type { UnlistedToken } from '../../platform/upstream/chainReader.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'
import { readAccounts } from './readAccounts.js'

/** A token of no list; `isExtended` where it is of Token-2022. */
export type UnlistedMint = UnlistedToken & { readonly isExtended: boolean }

/** Of so many tokens of an account it is read what they are; the others stay unknown tokens. */
const mostMints = 400
/** An address takes a while to find, and stays the same; so many are kept. */
const mostPlaces = 20_000

/**
 * Creates the reader of names of unlisted tokens: collectibles are left out, and the metadata of Token-2022 mints is used.
 *
 * @param options - The nodes.
 * @returns The tokens that stay; all of them, without a name, where the nodes do not answer.
 */
export function createMintNames({ nodes }: { nodes: Pick<FamilyNodes, 'readBatch'> }) {
  const places = new Map<string, string>()
  const placeOf = (mint: string): string => {
    const known = places.get(mint)
    if (known !== undefined) return known
    if (places.size >= mostPlaces) places.clear()
    const place = metadataAddress(mint)
    places.set(mint, place)
    return place
  }

  return async (chain: Chain, unlisted: readonly UnlistedMint[]): Promise<readonly UnlistedToken[]> => {
    const wanted = unlisted
      .filter((token) => isSolanaAddress(token.address) && (token.isExtended || isSingle(token)))
      .slice(0, mostMints)
    const singles = wanted.filter(isSingle)
    const found = await readAccounts(nodes, chain, [
      ...wanted.map(({ address }) => address),
      ...singles.map(({ address }) => placeOf(address)),
    ]).catch((error: unknown) => {
      // An amount without a name is worth more than none.
      if (error instanceof UpstreamFault) return []
      throw error
    })
    const accounts = new Map(wanted.map(({ address }, at) => [address, found[at]]))
    const besides = new Map(singles.map(({ address }, at) => [address, found[wanted.length + at]]))
    return unlisted.flatMap(({ isExtended, ...token }): readonly UnlistedToken[] => {
      const account = accounts.get(token.address)
      if (isSingle(token) && isCollectible(account, readMetadata(token.address, account, besides.get(token.address))))
        return []
      const own = isExtended ? readMetadata(token.address, account, undefined) : undefined
      return [own ? { ...token, said: { name: cleanName(own.name, 100), symbol: cleanName(own.symbol, 32) } } : token]
    })
  }
}

function isSingle({ amount, decimals }: UnlistedToken): boolean {
  return amount === 1n && decimals === 0
}
