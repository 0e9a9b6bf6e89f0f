/** The event half of an EIP-1193 provider. */
export type WalletEvents = {
  emit(event: string, value: unknown): void
  on(event: string, listener: (...args: never[]) => void): void
  removeListener(event: string, listener: (...args: never[]) => void): void
}

/** Creates the event half of a provider; a listener that throws does not keep the others from hearing. */
export function createWalletEvents(): WalletEvents {
  const listeners = new Map<string, ((...args: never[]) => void)[]>()
  return {
    emit(event, value) {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(...([value] as never[]))
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    removeListener(event, listener) {
      const left = [...(listeners.get(event) ?? [])]
      const index = left.lastIndexOf(listener)
      if (index >= 0) left.splice(index, 1)
      listeners.set(event, left)
    },
  }
}
