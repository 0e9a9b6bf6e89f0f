import { LatchkeyError } from '@latchkey/protocol/errors'
import type { TransferredCollectible } from '../../namespace.js'

/** First four bytes of keccak256 of `safeTransferFrom(address,address,uint256)`. */
const single = '42842e0e'
/** First four bytes of keccak256 of `safeTransferFrom(address,address,uint256,uint256,bytes)`. */
const multiple = 'f242432a'

/**
 * Call data that sends a collectible; the contract asks a receiver that is one whether it can hold it.
 *
 * @see https://eips.ethereum.org/EIPS/eip-721
 * @see https://eips.ethereum.org/EIPS/eip-1155
 */
export function encodeCollectible(
  { standard, tokenId }: TransferredCollectible,
  { from, to, amount }: { from: string; to: string; amount: bigint },
): `0x${string}` {
  const most = standard === 'erc721' ? 1n : (1n << 256n) - 1n
  if (amount < 1n || amount > most)
    throw new LatchkeyError('INVALID_AMOUNT', 'The amount does not fit the transfer of a collectible.')
  const ends = [BigInt(from), BigInt(to), BigInt(tokenId)]
  // The last of these says where the empty bytes begin, which are one word: their length.
  return standard === 'erc721' ? write(single, ends) : write(multiple, [...ends, amount, 160n, 0n])
}

function write(selector: string, words: readonly bigint[]): `0x${string}` {
  return `0x${selector}${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`
}
