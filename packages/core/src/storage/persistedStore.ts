import type { Config } from '../createConfig.js'

/** An entry of a config's storage that is not part of its state. */
export type KeptStore<value> = {
  /** The stored value; the same object while unchanged. */
  get(): value
  set(value: value): void
  /** Calls back after each change, in this tab or, once `reconnect` has run, in another of the site. */
  subscribe(onChange: (value: value) => void): () => void
}

/** Serialisation of a store. */
export type Kept<value> = {
  /** Under which key it stands in a storage. */
  readonly key: string
  /** Reads it from the storage; what is broken there reads as absent. */
  readonly read: (config: Config) => value
  /** Serialises a value; the identity when absent. */
  readonly write?: (value: value) => unknown
}

/**
 * The one store of a config under a key: who changes it is heard by all who watch it.
 *
 * @param config - The config.
 * @param kept - How it reads and writes.
 * @returns The store.
 */
export function persistedStore<value>(
  config: Config,
  { key, read, write = (value) => value }: Kept<value>,
): KeptStore<value> {
  const name = `kept ${key}`
  const { singletons, tabs } = config._internal
  const known = singletons.get(name)
  if (known) return known as KeptStore<value>
  const listeners = new Set<() => void>()
  let last: { readonly value: value; readonly text: string } | undefined
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const get = () => {
    const value = read(config)
    const text = JSON.stringify(value)
    if (last?.text !== text) last = { value, text }
    return last.value
  }
  const made: KeptStore<value> = {
    get,
    set(value) {
      config.storage.set(key, write(value))
      notify()
    },
    subscribe(onChange) {
      let before = get()
      const look = () => {
        const now = get()
        if (now === before) return
        before = now
        onChange(now)
      }
      listeners.add(look)
      return () => listeners.delete(look)
    },
  }
  tabs.kept.set(key, notify)
  singletons.set(name, made)
  return made
}
