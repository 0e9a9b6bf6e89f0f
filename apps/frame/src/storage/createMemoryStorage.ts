import type { RecordName, RecordOf } from './records.js'
import type { FrameStorage } from './storage.js'

/**
 * Creates a storage that lasts as long as the page.
 *
 * @returns The storage; `isKept` is false.
 */
export function createMemoryStorage(): FrameStorage {
  const held = new Map<string, unknown>()
  const placeOf = (name: RecordName, owner: string) => `${name}/${owner}`
  return {
    isKept: false,
    read: async <N extends RecordName>(name: N, owner: string) =>
      held.get(placeOf(name, owner)) as RecordOf<N> | undefined,
    async write(name, owner, value) {
      held.set(placeOf(name, owner), value)
    },
    async claim<N extends RecordName>(name: N, owner: string, value: RecordOf<N>) {
      const place = placeOf(name, owner)
      if (!held.has(place)) held.set(place, value)
      return held.get(place) as RecordOf<N>
    },
    async remove(name, owner) {
      held.delete(placeOf(name, owner))
    },
  }
}
