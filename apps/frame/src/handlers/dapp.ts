import type { Screens } from '../contracts.js'
import type { HandlerGroup } from './groups.js'

/** What the page says of itself and of its look. */
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
