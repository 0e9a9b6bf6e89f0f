import { encode } from 'uqr'

/** Light modules around the code; scanners need four. @see ISO/IEC 18004 */
const quietZone = 4

/**
 * Draws a text as a QR code.
 *
 * @param text - The text.
 * @returns One path, and the side of the square that it fills, in modules.
 */
export function drawCode(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: dark.join(''), size }
}
