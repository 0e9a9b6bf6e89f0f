import { LatchkeyError } from '@latchkey/protocol/errors'
import type { TransferredCollectible } from '../namespace.js'

/** The standards of the families that have collectibles; elsewhere a token would be sent in its place. */
const standards: { readonly [namespace: string]: readonly TransferredCollectible['standard'][] } = {
  eip155: ['erc721', 'erc1155'],
  solana: ['metaplex'],
}

/** Refuses an item that cannot be one of this family. */
export function requireItem(
  namespace: string,
  {
    token,
    collectible,
    amount,
  }: { token?: string | undefined; collectible?: TransferredCollectible | undefined; amount: bigint },
): void {
  if (!collectible) return
  if (standards[namespace]?.includes(collectible.standard) !== true || token === undefined)
    throw new LatchkeyError(
      'SENDING_UNSUPPORTED',
      'A collectible can be sent on EVM chains and Solana only, by its own standard and the address of its contract or mint.',
    )
  if (!/^\d{1,78}$/.test(collectible.tokenId) || BigInt(collectible.tokenId) >= 1n << 256n)
    throw new LatchkeyError('INVALID_PARAMS', 'The token ID is not a number.')
  if (collectible.standard === 'metaplex' && amount > 1n)
    throw new LatchkeyError('INVALID_AMOUNT', 'There is one of a Metaplex collectible.')
}
