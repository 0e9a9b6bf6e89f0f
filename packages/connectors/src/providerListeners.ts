type Listener = (...args: never[]) => void

/** Who listens to a provider object, by event. */
export type ProviderListeners = {
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  emit(event: string, value: unknown): void
}

/**
 * Keeps the listeners of one provider object; one that throws keeps no other from hearing.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export function createProviderListeners(): ProviderListeners {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(...([value] as never[]))
        } catch (error) {
          // A listener of the page must not keep the others from hearing, and must not vanish either.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
