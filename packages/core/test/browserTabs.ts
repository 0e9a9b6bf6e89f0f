import { createStorage, type KeyValue, type Storage } from '@latchkey/core'

/** The tabs of one site in one browser: they share a storage, and each is told what the others change in it. */
export type BrowserTabs = {
  readonly items: Map<string, string>
  /** Who wrote what, in order, as `name key`. */
  readonly writes: string[]
  /** Opens a tab; `target` is where its browser tells it of changes. */
  open(name: string): { readonly storage: Storage; readonly target: EventTarget; fault: 'none' | 'denied' }
  /** Clears the storage, as a person does in the settings of the browser. */
  clear(): void
}

/** Makes a storage as browsers share it: a change is told to every tab but the one that made it, and only if it is one. */
export function browserTabs(): BrowserTabs {
  const items = new Map<string, string>()
  const writes: string[] = []
  const targets = new Set<EventTarget>()
  const tell = (from: EventTarget | undefined, key: string | null) => {
    for (const target of targets) {
      const newValue = key === null ? null : (items.get(key) ?? null)
      const event = Object.assign(new Event('storage'), { key, newValue })
      if (target !== from) setTimeout(() => target.dispatchEvent(event))
    }
  }
  return {
    items,
    writes,
    open(name) {
      const target = new EventTarget()
      targets.add(target)
      const change = (key: string, run: () => void) => {
        if (tab.fault === 'denied') throw new DOMException('Access is denied', 'SecurityError')
        const before = items.get(key)
        run()
        writes.push(`${name} ${key}`)
        if (before !== items.get(key)) tell(target, key)
      }
      const store: KeyValue = {
        getItem(key) {
          if (tab.fault === 'denied') throw new DOMException('Access is denied', 'SecurityError')
          return items.get(key) ?? null
        },
        setItem: (key, value) => change(key, () => items.set(key, value)),
        removeItem: (key) => change(key, () => items.delete(key)),
      }
      const tab: ReturnType<BrowserTabs['open']> = { storage: createStorage({ store }), target, fault: 'none' }
      return tab
    },
    clear() {
      items.clear()
      tell(undefined, null)
    },
  }
}
