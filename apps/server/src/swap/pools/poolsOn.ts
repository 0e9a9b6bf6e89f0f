import type { Address } from '../swapPort.js'
import { pairsOf } from './pairsOf.js'

/** The two tokens of each pool that stands on any of the ways, once each, the lower address first. */
export function poolsOn(routes: readonly (readonly Address[])[]): readonly (readonly [Address, Address])[] {
  const pairs = new Map<string, readonly [Address, Address]>()
  for (const [one, other] of routes.flatMap(pairsOf)) {
    const sorted: readonly [Address, Address] = one < other ? [one, other] : [other, one]
    pairs.set(sorted.join(), sorted)
  }
  return [...pairs.values()]
}
