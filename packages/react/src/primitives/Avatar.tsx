import { blo } from 'blo'
import { useMemo } from 'react'

/** A picture made of an address, so that two accounts can be told apart at a glance. */
export function Avatar({ address, size = 28 }: { address: string; size?: 20 | 28 | 64 }) {
  const src = useMemo(() => blo(toSeed(address), 64), [address])
  return <img className="lk-avatar" data-size={size} src={src} alt="" width={size} height={size} />
}

function toSeed(address: string): `0x${string}` {
  return address.startsWith('0x') ? (address as `0x${string}`) : `0x${address}`
}
