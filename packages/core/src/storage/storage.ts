/** The used part of `localStorage`. */
export type KeyValue = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Values kept between visits under one prefix. Reading never throws: what is denied, full or broken reads as absent. */
export type Storage = {
  /** The prefix of each key. */
  readonly prefix?: string
  get<value>(key: string, check: (value: unknown) => value is value): value | undefined
  set(key: string, value: unknown): void
  remove(key: string): void
  /** Drops the cached value of a key that another tab has removed. */
  forget?(storeKey: string): void
  /** Returns whether a key still holds what was set here last, which nobody else has changed since. */
  isUnchanged?(key: string): boolean
}

/**
 * Creates a storage over a key-value store; every fault of the store (denied, full, evicted, corrupted) is survived.
 *
 * @param parameters.store - Where to keep; `null` keeps in memory for the life of the page. Default: `localStorage` if there is one.
 * @param parameters.prefix - What each key begins with.
 * @returns A storage.
 *
 * @example
 * import { createConfig, createStorage } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet], storage: createStorage({ store: sessionStorage }) })
 */
export function createStorage(parameters: { store?: KeyValue | null; prefix?: string } = {}): Storage {
  const prefix = parameters.prefix ?? '@latchkey/'
  const memory = new Map<string, string>()
  const store = parameters.store === undefined ? browserStore() : parameters.store
  // Keys whose last change the store did not take: for these the memory is right and the store is out of date.
  const untaken = new Set<string>()

  function change(key: string, run: (store: KeyValue) => void): void {
    if (!store) return
    try {
      run(store)
      untaken.delete(key)
    } catch {
      untaken.add(key)
      // Better nothing for the next visit than what no longer holds.
      attempt(() => store.removeItem(prefix + key))
    }
  }

  return {
    prefix,
    get(key, check) {
      const kept = untaken.has(key) ? undefined : attempt(() => store?.getItem(prefix + key))
      const text = kept ?? memory.get(key)
      if (text === undefined || text === null) return undefined
      const record = attempt(() => JSON.parse(text) as unknown)
      return check(record) ? record : undefined
    },
    set(key, value) {
      const text = JSON.stringify(value)
      memory.set(key, text)
      change(key, (open) => open.setItem(prefix + key, text))
    },
    remove(key) {
      memory.delete(key)
      change(key, (open) => open.removeItem(prefix + key))
    },
    forget: (storeKey) => void memory.delete(storeKey.slice(prefix.length)),
    isUnchanged(key) {
      const own = memory.get(key)
      return own !== undefined && attempt(() => store?.getItem(prefix + key)) === own
    },
  }
}

function browserStore(): KeyValue | null {
  // Merely touching the property throws where storage is denied.
  return attempt(() => (typeof localStorage === 'undefined' ? null : localStorage)) ?? null
}

function attempt<value>(run: () => value): value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
