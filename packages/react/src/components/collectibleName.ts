import type { Collectible } from '@latchkey/core'

/** What a collectible is called: by its author, else by its collection and number, or by the mint where that is its number. */
export function collectibleName({ name, collection, tokenId, standard, contract }: Collectible): string {
  const whole = standard === 'metaplex' ? contract : tokenId
  const number = whole.length > 12 ? `${whole.slice(0, 5)}…${whole.slice(-4)}` : whole
  return name || `${collection.name || collection.symbol} #${number}`.trim()
}
