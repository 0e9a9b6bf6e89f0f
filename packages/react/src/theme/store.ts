/** Light, dark, or what the visitor's system says. */
export type ThemeMode = 'light' | 'dark' | 'system'

/** The name of a documented CSS variable. */
export type ThemeVariable =
  | '--lk-accent'
  | '--lk-accent-strong'
  | '--lk-backdrop'
  | '--lk-danger'
  | '--lk-ease'
  | '--lk-focus'
  | '--lk-font'
  | '--lk-font-size'
  | '--lk-ground'
  | '--lk-on-accent'
  | '--lk-qr-ink'
  | '--lk-radius'
  | '--lk-radius-button'
  | '--lk-radius-row'
  | '--lk-raised'
  | '--lk-raised-more'
  | '--lk-shadow'
  | '--lk-success'
  | '--lk-text'
  | '--lk-text-soft'
  | '--lk-time'
  | '--lk-warning'
  | '--lk-weight'
  | '--lk-weight-strong'
  | '--lk-width'

/** Values for the documented CSS variables, by name: `{ '--lk-accent': '#0b6b57' }`. */
export type ThemeVariables = { readonly [variable in ThemeVariable]?: string }

/** How a provider looks. */
export type ThemeState = { readonly themeMode: ThemeMode; readonly themeVariables: ThemeVariables }

/** The look of one provider. */
export type ThemeStore = {
  getState(): ThemeState
  subscribe(listener: () => void): () => void
  set(next: Partial<ThemeState>): void
}

/** Creates the look of one provider. */
export function createThemeStore(initial: Partial<ThemeState>): ThemeStore {
  const listeners = new Set<() => void>()
  let state: ThemeState = { themeMode: 'system', themeVariables: {}, ...initial }
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      state = { ...state, ...next }
      for (const listener of [...listeners]) listener()
    },
  }
}
