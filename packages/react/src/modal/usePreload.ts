import { useCallback } from 'react'
import { useLatchkey } from '../context.js'
import { preloadModal } from './ModalHost.js'

/** Draws the modal, still closed, and fetches the pictures it begins with, at the first sign that somebody will open it. */
export function usePreload(): () => Promise<void> {
  const { config, modal } = useLatchkey()
  return useCallback(async () => {
    modal.warm()
    await preloadModal(config)
  }, [config, modal])
}
