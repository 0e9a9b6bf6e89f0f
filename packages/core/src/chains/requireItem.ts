import { LatchkeyError } from '@latchkey/protocol/errors'
import type { TransferredCollectible } from '../namespace.js'

/** Only EVM chains have contracts of collectibles; elsewhere a token would be sent in its place. */
export function requireItem(
  namespace: string,
  { token, collectible }: { token?: string; collectible?: TransferredCollectible },
): void {
  if (!collectible) return
  if (namespace !== 'eip155' || token === undefined)
    throw new LatchkeyError(
      'SENDING_UNSUPPORTED',
      'A collectible can be sent on EVM chains only, by the address of its contract.',
    )
  if (!/^\d{1,78}$/.test(collectible.tokenId) || BigInt(collectible.tokenId) >= 1n << 256n)
    throw new LatchkeyError('INVALID_PARAMS', 'The token ID is not a number.')
}
