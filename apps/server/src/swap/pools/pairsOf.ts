import type { Address } from '../swapPort.js'

/** The two tokens of each hop of a way, in the order of the swap. */
export function pairsOf(route: readonly Address[]): readonly (readonly [Address, Address])[] {
  return route.slice(1).map((token, at) => [route[at] ?? token, token])
}
