import type { KeyValue } from '@latchkey/core'

/** A key-value store as a browser has it, whose faults are switched. */
export type MemoryStore = KeyValue & { readonly items: Map<string, string>; fault: 'none' | 'full' | 'denied' }

export function memoryStore(items: Map<string, string> = new Map()): MemoryStore {
  const store: MemoryStore = {
    items,
    fault: 'none',
    getItem(key) {
      if (store.fault === 'denied') throw new DOMException('Access is denied', 'SecurityError')
      return items.get(key) ?? null
    },
    setItem(key, value) {
      if (store.fault !== 'none') throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem(key) {
      if (store.fault === 'denied') throw new DOMException('Access is denied', 'SecurityError')
      items.delete(key)
    },
  }
  return store
}
