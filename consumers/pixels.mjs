// Screenshots, decoded and compared by the browser that took them.

/**
 * Reads points of a picture.
 *
 * @param {import('playwright-core').Page} page - Any page.
 * @param {Buffer} png - The picture.
 * @param {readonly (readonly [number, number])[]} points - Where, in pixels from the left and from the top.
 * @returns {Promise<number[][]>} Red, green and blue of each, 0 to 255.
 */
export function readPixels(page, png, points) {
  return page.evaluate(
    async ([base64, points]) => {
      const { data, width } = await globalThis.decodePng(base64)
      return points.map(([x, y]) => {
        const start = (Math.round(y) * width + Math.round(x)) * 4
        return [...data.subarray(start, start + 3)]
      })
    },
    [png.toString('base64'), points],
  )
}

/** The share of pixels, 0 to 1, that clearly differ between two pictures; 1 when their sizes differ by more than a pixel. */
export function comparePixels(page, one, other) {
  return page.evaluate(
    async (both) => {
      const [left, right] = await Promise.all(both.map((base64) => globalThis.decodePng(base64)))
      if (Math.abs(left.width - right.width) > 1 || Math.abs(left.height - right.height) > 1) return 1
      const [width, height] = [Math.min(left.width, right.width), Math.min(left.height, right.height)]
      let differing = 0
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const [from, to] = [(y * left.width + x) * 4, (y * right.width + x) * 4]
          // Edges of glyphs are smoothed differently from run to run; a wrong colour is further away.
          if ([0, 1, 2].some((at) => Math.abs(left.data[from + at] - right.data[to + at]) > 24)) differing++
        }
      }
      return differing / (width * height)
    },
    [one, other].map((png) => png.toString('base64')),
  )
}

/** What the pages need for it. */
export function installPixels(page) {
  return page.evaluate(() => {
    globalThis.decodePng = async (base64) => {
      const blob = new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type: 'image/png' })
      const picture = await createImageBitmap(blob)
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      context.drawImage(picture, 0, 0)
      return context.getImageData(0, 0, picture.width, picture.height)
    }
  })
}
