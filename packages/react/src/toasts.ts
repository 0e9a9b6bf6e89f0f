import { toastReplacement } from '@latchkey/protocol/internal/limits'

/** What a toast says and how it looks. */
export type Toast = { readonly id: number; readonly message: string; readonly variant: 'success' | 'loading' | 'error' }

/** The toasts of one provider: one at a time. */
export type Toasts = {
  getState(): Toast | undefined
  subscribe(listener: () => void): () => void
  /** Shows a toast; one that is open closes, and this one follows 150 ms later. Loading toasts stay until replaced or hidden. */
  show(message: string, variant?: Toast['variant']): void
  hide(): void
}

/** How long a success or an error stays, in milliseconds. */
const life = 2_500

/** Creates the toasts of one provider. */
export function createToasts(): Toasts {
  const listeners = new Set<() => void>()
  let shown: Toast | undefined
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: Toast | undefined): void {
    shown = next
    clearTimeout(timer)
    if (next && next.variant !== 'loading') timer = setTimeout(() => set(undefined), life)
    for (const listener of [...listeners]) listener()
  }

  return {
    getState: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show(message, variant = 'success') {
      count += 1
      const next: Toast = { id: count, message, variant }
      if (!shown) return set(next)
      set(undefined)
      timer = setTimeout(() => set(next), toastReplacement)
    },
    hide: () => set(undefined),
  }
}
