import type { Collectible } from '@latchkey/core'

/** What a collectible is called: by its author, else by its collection and number. */
export function collectibleName({ name, collection, tokenId }: Collectible): string {
  const number = tokenId.length > 12 ? `${tokenId.slice(0, 5)}…${tokenId.slice(-4)}` : tokenId
  return name || `${collection.name || collection.symbol} #${number}`.trim()
}
