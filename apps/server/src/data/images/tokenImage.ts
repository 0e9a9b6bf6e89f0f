import { families } from '../../families/families.js'
import { familyImages } from './familyImages.js'
import { tokenImages } from './tokenImages.js'

const { solana } = familyImages
const images: ReadonlyMap<string, string> = new Map([
  ...Object.entries(tokenImages),
  ['SOL', solana],
  ['WSOL', solana],
  ...families.flatMap(({ tokenImages: own }) => Object.entries(own)),
])

/** The picture of a token as an SVG, by its symbol in any case; undefined where there is none. */
export function tokenImage(symbol: string): string | undefined {
  return images.get(symbol.toUpperCase())
}
