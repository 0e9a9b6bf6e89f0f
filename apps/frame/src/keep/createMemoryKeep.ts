import type { Keep } from './keep.js'
import type { Kept, RecordName } from './records.js'

/**
 * Makes a keep that lasts as long as the page.
 *
 * @returns The keep; it says of itself that it keeps nothing.
 */
export function createMemoryKeep(): Keep {
  const held = new Map<string, unknown>()
  const placeOf = (name: RecordName, owner: string) => `${name}/${owner}`
  return {
    isKept: false,
    read: async <N extends RecordName>(name: N, owner: string) => held.get(placeOf(name, owner)) as Kept<N> | undefined,
    async write(name, owner, value) {
      held.set(placeOf(name, owner), value)
    },
    async claim<N extends RecordName>(name: N, owner: string, value: Kept<N>) {
      const place = placeOf(name, owner)
      if (!held.has(place)) held.set(place, value)
      return held.get(place) as Kept<N>
    },
    async remove(name, owner) {
      held.delete(placeOf(name, owner))
    },
  }
}
