import { type Config, walletList } from '@latchkey/core'
import { preloadImages } from '../primitives/preloadImages.js'

/** More rows than the modal shows before it is scrolled. */
const firstRows = 8

/** Fetches the pictures of the wallets and chains that are seen first; 2 s at most. */
export async function preloadPictures(config: Config): Promise<void> {
  const wallets = walletList(config).flatMap(({ connectors }) => connectors)
  const icons = [...wallets.slice(0, firstRows).map(({ icon }) => icon), ...config.chains.map((n) => n.iconUrl)]
  await preloadImages(icons.filter((url) => url !== undefined))
}
