import type { Transfer } from '../../namespace.js'
import { encodeCollectible } from './encodeCollectible.js'
import { encodeTransfer } from './encodeTransfer.js'

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
