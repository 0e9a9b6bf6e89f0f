/**
 * Filters live in the memory of one node, so their id must lead back to it: two hexadecimal digits for the node's place in the
 * configured order are put in front of the node's own id. Every server with the same list of nodes understands it.
 */
const first = 0x10

/** Puts the place of a node in front of its filter id. */
export function wrapFilterId(filterId: unknown, upstream: number): string | undefined {
  if (typeof filterId !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(filterId)) return undefined
  return `0x${(first + upstream).toString(16)}${filterId.slice(2)}`
}

/** Takes a wrapped filter id apart, or gives nothing when it is not ours. */
export function unwrapFilterId(filterId: unknown): { upstream: number; filterId: string } | undefined {
  if (typeof filterId !== 'string' || !/^0x[0-9a-fA-F]{3,66}$/.test(filterId)) return undefined
  const upstream = Number.parseInt(filterId.slice(2, 4), 16) - first
  return upstream < 0 ? undefined : { upstream, filterId: `0x${filterId.slice(4)}` }
}
