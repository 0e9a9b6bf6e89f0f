import { LatchkeyError } from '@latchkey/protocol/errors'

/** First four bytes of keccak256("transfer(address,uint256)"). */
const selector = 'a9059cbb'

/** Call data of an ERC-20 transfer. @see https://eips.ethereum.org/EIPS/eip-20 */
export function encodeTransfer(to: `0x${string}`, amount: bigint): `0x${string}` {
  if (amount < 0n || amount >= 1n << 256n)
    throw new LatchkeyError('INVALID_AMOUNT', 'The amount does not fit a token transfer.')
  return `0x${selector}${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}
