import { crc32, deflateSync } from 'node:zlib'

const side = 96
/** Ground and star. */
const colours = [0x2b, 0x2d, 0x5b, 0xff, 0xd1, 0x66]

/** Draws the picture of a sticker, a star, as a `data:` address of a PNG. */
export function drawSticker(): string {
  const lines = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (__, x) => (isStar(x, y) ? 1 : 0)),
  ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // Eight bits for each pixel, each the number of a colour.
  head.set([8, 3, 0, 0, 0], 8)
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colours)),
    chunk('IDAT', deflateSync(Buffer.from(lines.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Five points: what the radius of the edge is at an angle. */
function isStar(x: number, y: number): boolean {
  const [dx, dy] = [x - side / 2, y - side / 2]
  const turn = (Math.atan2(dx, -dy) / (2 * Math.PI) + 1) % 0.2
  const part = Math.abs(turn - 0.1) / 0.1
  return Math.hypot(dx, dy) < 14 + 24 * part ** 1.6
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
