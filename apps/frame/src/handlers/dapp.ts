import type { Screens } from '../types.js'
import type { HandlerGroup } from './groups.js'

/** The page's metadata and theme. */
export function createDappHandlers({
  screens,
}: {
  readonly screens: Pick<Screens, 'setTheme' | 'setDapp'>
}): HandlerGroup<'syncDappData' | 'syncTheme'> {
  return {
    syncDappData({ metadata }) {
      screens.setDapp({ name: metadata?.name })
    },
    syncTheme({ themeMode, themeVariables, w3mThemeVariables }) {
      screens.setTheme({ themeMode, themeVariables: { ...w3mThemeVariables, ...themeVariables } })
    },
  }
}
