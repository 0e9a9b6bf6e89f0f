/** The metadata of a collectible; texts of its author are sanitised. */
export type Item = {
  name: string | null
  description: string | null
  /** Where its picture lies: an `https:` or `ipfs:` address, or `data:` alone for one in the description itself. */
  image: string | null
  /** An `https:` address. */
  link: string | null
  /** False where nothing could be had. */
  isRead: boolean
}

/** The facts of a collectible without metadata. */
export const noItem: Item = { name: null, description: null, image: null, link: null, isRead: false }
