import { type VisibilityWatch, watchVisibility } from './watchGuard.js'

/**
 * Asks the browser where it can tell. Where it cannot, a window of the wallet's own is seen: no page is around it that could
 * cover it.
 *
 * @param element - What must be seen.
 * @param onChange - Told of each change.
 * @returns How to stop.
 */
export const watchOwnWindow: VisibilityWatch = (element, onChange) =>
  watchVisibility(element, (isVisible) => onChange(isVisible ?? window === window.top))
