import { createHash } from 'node:crypto'
import { escapeHtml } from '../platform/http/escapeHtml.js'

/** Distinguishable hues. Even steps would spend a third of them on similar greens. */
const hues = [4, 26, 45, 96, 160, 185, 205, 226, 258, 290, 322, 342]

/**
 * Draws a neutral picture of a wallet that has no logo here: its first letter on a ground of its own, to the edge as the logos are.
 *
 * @param name - The wallet's name.
 * @returns An SVG.
 */
export function monogram(name: string): string {
  const letter = [...name.trim()].find((character) => /[\p{L}\p{N}]/u.test(character))?.toUpperCase() ?? '?'
  // These two bytes of the hash give the ten wallets at the head of the bundled list nine colours.
  const hue = hues[createHash('sha256').update(name).digest().readUInt16BE(20) % hues.length]
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" fill="hsl(${hue} 38% 38%)"/>` +
    '<text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="30" font-weight="600" ' +
    `text-anchor="middle" dominant-baseline="central">${escapeHtml(letter)}</text></svg>`
  )
}
