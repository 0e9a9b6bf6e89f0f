type Listener = (...args: never[]) => void

/** The listeners of a provider, by event. */
export type ProviderListeners = {
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  emit(event: string, value: unknown): void
}

/**
 * The listeners of one provider; an error in one does not affect the others.
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
          // The error of one listener is reported without stopping the others.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
