import { useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import type { ThemeMode, ThemeVariables } from '../theme/store.js'

/** The return type of `useTheme`. */
export type UseThemeReturnType = {
  readonly themeMode: ThemeMode
  readonly themeVariables: ThemeVariables
  setThemeMode(themeMode: ThemeMode): void
  /** Replaces all variables. */
  setThemeVariables(themeVariables: ThemeVariables): void
}

/**
 * Reads and sets how the modal and the buttons look.
 *
 * @returns The mode, the variables and their setters.
 *
 * @example
 * import { useTheme } from '@latchkey/react'
 * const { themeMode, setThemeMode } = useTheme()
 */
export function useTheme(): UseThemeReturnType {
  const { theme } = useLatchkey()
  const { themeMode, themeVariables } = useSyncExternalStore(theme.subscribe, theme.getState, theme.getState)
  return {
    themeMode,
    themeVariables,
    setThemeMode: (next) => theme.set({ themeMode: next }),
    setThemeVariables: (next) => theme.set({ themeVariables: next }),
  }
}
