import { walletList } from '@latchkey/core'
import { useCallback } from 'react'
import { useConfig } from '../hooks/useConfig.js'
import { preloadImages } from '../primitives/preloadImages.js'
import { preloadModal } from './ModalHost.js'

/** More rows than the modal shows before it is scrolled. */
const firstRows = 8

/** Fetches the modal's code and the pictures it begins with, at the first sign that somebody will open it. */
export function usePreload(): () => Promise<void> {
  const config = useConfig()
  return useCallback(async () => {
    const wallets = walletList(config).flatMap(({ connectors }) => connectors)
    const icons = [...wallets.slice(0, firstRows).map(({ icon }) => icon), ...config.networks.map((n) => n.iconUrl)]
    await Promise.all([preloadModal(), preloadImages(icons.filter((url) => url !== undefined))])
  }, [config])
}
