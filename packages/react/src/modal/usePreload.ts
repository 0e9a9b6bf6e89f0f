import { walletList } from '@latchkey/core'
import { useCallback } from 'react'
import { useLatchkey } from '../context.js'
import { preloadImages } from '../primitives/preloadImages.js'
import { preloadModal } from './ModalHost.js'

/** More rows than the modal shows before it is scrolled. */
const firstRows = 8

/** Draws the modal, still closed, and fetches the pictures it begins with, at the first sign that somebody will open it. */
export function usePreload(): () => Promise<void> {
  const { config, modal } = useLatchkey()
  return useCallback(async () => {
    const wallets = walletList(config).flatMap(({ connectors }) => connectors)
    const icons = [...wallets.slice(0, firstRows).map(({ icon }) => icon), ...config.chains.map((n) => n.iconUrl)]
    modal.warm()
    await Promise.all([preloadModal(), preloadImages(icons.filter((url) => url !== undefined))])
  }, [config, modal])
}
