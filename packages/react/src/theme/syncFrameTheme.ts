import type { EmbeddedWallet } from '@latchkey/core'
import type { ThemeStore } from './store.js'

/** Gives the frame of an embedded wallet the look of the page, now and whenever it changes, until it is stopped. */
export function syncFrameTheme(theme: ThemeStore, embedded: EmbeddedWallet): () => void {
  // jsdom has no media queries: what it draws is light.
  const dark = window.matchMedia?.('(prefers-color-scheme: dark)')
  const give = () => {
    const { themeMode, themeVariables } = theme.getState()
    const shown = themeMode === 'system' ? (dark?.matches ? 'dark' : 'light') : themeMode
    // A frame that cannot be reached keeps the look it has.
    embedded.syncTheme({ themeMode: shown, themeVariables }).catch(() => {})
  }
  give()
  const stop = theme.subscribe(give)
  dark?.addEventListener('change', give)
  return () => {
    stop()
    dark?.removeEventListener('change', give)
  }
}
