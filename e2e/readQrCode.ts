import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'

/** Reads a QR code off the screen as a camera does, by a library that did not draw it. */
export async function readQrCode(code: Locator): Promise<string> {
  const picture = await code.screenshot({ animations: 'disabled' })
  // A page of its own takes the picture apart: the policy of the other lets no such picture in.
  const page = await code.page().context().newPage()
  try {
    const { dots, width, height } = await page.evaluate(async (base64) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const { width, height } = image
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('This browser draws no pictures')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      // One letter a pixel, since this goes over as text: how bright its green is.
      let dots = ''
      for (let at = 1; at < data.length; at += 4) dots += String.fromCharCode(data[at] ?? 0)
      return { dots, width, height }
    }, picture.toString('base64'))
    const pixels = new Uint8ClampedArray(dots.length * 4)
    for (let at = 0; at < dots.length; at++) pixels.fill(dots.charCodeAt(at), at * 4, at * 4 + 4)
    const found = jsqr(pixels, width, height)
    if (!found) throw new Error('No QR code can be read there')
    return found.data
  } finally {
    await page.close()
  }
}
