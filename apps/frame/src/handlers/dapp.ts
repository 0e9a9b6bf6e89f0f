import type { Face } from '../contracts.js'
import type { HandlerGroup } from './groups.js'

/** What the page says of itself and of its look. */
export function createDappHandlers({
  face,
}: {
  readonly face: Pick<Face, 'setTheme' | 'setDapp'>
}): HandlerGroup<'syncDappData' | 'syncTheme'> {
  return {
    syncDappData({ metadata }) {
      face.setDapp({ name: metadata?.name })
    },
    syncTheme({ themeMode, themeVariables, w3mThemeVariables }) {
      face.setTheme({ themeMode, themeVariables: { ...w3mThemeVariables, ...themeVariables } })
    },
  }
}
