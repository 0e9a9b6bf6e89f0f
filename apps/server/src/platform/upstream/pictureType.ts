/** The kinds of pictures that are passed on: all of pixels, none that can hold a script or ask another host. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'

/** Returns the kind of a picture by its first bytes, whatever it was said to be; undefined for any other content. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  return /^ftypavi[fs]$/.test(text(4, 12)) ? 'image/avif' : undefined
}
