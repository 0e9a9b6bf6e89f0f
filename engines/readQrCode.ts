import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import type { Tab } from './driver/engine.js'

/** Reads the QR code that a tab shows, off its picture as a camera does. */
export async function readQrCode(tab: Tab): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(Buffer.from(await tab.picture()))
  return jsqr(new Uint8ClampedArray(data), width, height)?.data
}
