const iconPattern = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i
/** An icon is drawn at 40 pixels; more than this is not an icon. */
const iconLimit = 256 * 1024

/**
 * Reads an icon as it may be drawn: an image that is all there, and asks nobody.
 *
 * @param icon - What a wallet says.
 * @returns The `data:image/…` URL; undefined when it is none, or above 256 KiB.
 *
 * @example
 * import { cleanIcon } from '@latchkey/core/family'
 * cleanIcon('https://wallet.example/icon.png') // undefined
 */
export function cleanIcon(icon: unknown): string | undefined {
  return typeof icon === 'string' && icon.length <= iconLimit && iconPattern.test(icon) ? icon : undefined
}
