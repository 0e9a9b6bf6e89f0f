import { useCallback } from 'react'
import { useLatchkey } from '../context.js'
import { preloadModal } from './ModalHost.js'

/** Draws the modal, still closed, and fetches the pictures it begins with, at the first sign that somebody will open it. */
export function usePreload(): () => Promise<void> {
  const { config, modal } = useLatchkey()
  return useCallback(async () => {
    modal.warm()
    const pictures = import('./Modal.js').then((code) => code.preloadPictures(config))
    // A picture that did not arrive is drawn without.
    await Promise.all([preloadModal(), pictures.catch(() => {})])
  }, [config, modal])
}
