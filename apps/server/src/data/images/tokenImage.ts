import { families } from '../../families/families.js'
import { tokenImages } from './tokenImages.js'

const images: ReadonlyMap<string, string> = new Map([
  ...Object.entries(tokenImages),
  ...families.flatMap(({ tokenImages: own }) => Object.entries(own)),
])

/** The picture of a token as an SVG, by its symbol in any case; undefined where there is none. */
export function tokenImage(symbol: string): string | undefined {
  return images.get(symbol.toUpperCase())
}
