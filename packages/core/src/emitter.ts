/** A typed list of listeners; one that throws does not keep the others from hearing. */
export type Emitter<event> = {
  emit(event: event): void
  on(listener: (event: event) => void): () => void
  clear(): void
}

/**
 * Creates an emitter.
 *
 * @returns An emitter without listeners.
 *
 * @example
 * import { createEmitter } from '@latchkey/core/testing'
 * const emitter = createEmitter<{ type: 'ready' }>()
 * const off = emitter.on((event) => console.log(event.type))
 */
export function createEmitter<event>(): Emitter<event> {
  const listeners = new Set<(event: event) => void>()
  return {
    emit(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          // A listener of the page must not break the state of the others, and must not vanish either.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => listeners.clear(),
  }
}
