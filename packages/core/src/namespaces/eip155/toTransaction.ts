import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Transfer } from '../../namespace.js'
import { encodeCollectible } from './encodeCollectible.js'

/** First four bytes of keccak256("transfer(address,uint256)"). */
const selector = 'a9059cbb'

/** Call data of an ERC-20 transfer. @see https://eips.ethereum.org/EIPS/eip-20 */
function encodeTransfer(to: `0x${string}`, amount: bigint): `0x${string}` {
  if (amount < 0n || amount >= 1n << 256n)
    throw new LatchkeyError('INVALID_AMOUNT', 'The amount does not fit a token transfer.')
  return `0x${selector}${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

/** The transaction that moves a coin, a token or a collectible. */
export function toTransaction({ from, to, amount, token, collectible }: Transfer): {
  to: `0x${string}`
  value?: bigint
  data?: `0x${string}`
} {
  const receiver = prefixed(to)
  if (token === undefined) return { to: receiver, value: amount }
  return {
    to: prefixed(token),
    data: collectible
      ? encodeCollectible(collectible, { from: prefixed(from), to: receiver, amount })
      : encodeTransfer(receiver, amount),
  }
}

function prefixed(address: string): `0x${string}` {
  return address.startsWith('0x') ? (address as `0x${string}`) : `0x${address}`
}
