import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import type { Tab } from './driver/engine.js'

/** Reads the QR code that a tab shows, off its pictures as a camera does: the first may be of a view that is still coming in. */
export async function readQrCode(tab: Tab): Promise<string> {
  for (let look = 0; look < 50; look++) {
    const { data, width, height } = PNG.sync.read(Buffer.from(await tab.picture()))
    const found = jsqr(new Uint8ClampedArray(data), width, height)
    if (found) return found.data
  }
  throw new Error('No QR code can be read there')
}
