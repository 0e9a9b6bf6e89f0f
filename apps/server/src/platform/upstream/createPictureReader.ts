import { createPublicReader, type PublicReaderOptions } from './createPublicReader.js'
import { type PictureType, pictureType } from './pictureType.js'

/** A picture that may be passed on. */
export type Picture = { readonly type: PictureType; readonly bytes: Uint8Array }
/** INTERFACE: reads the picture at an https address; undefined for whatever is none, or cannot be had. Never rejects. */
export type PictureReader = (url: string) => Promise<Picture | undefined>

/** Bytes; an avatar is drawn at 64 pixels at most. */
const avatarSize = 512 * 1024

/**
 * Creates the reader of pictures at addresses that a stranger wrote; see {@link createPublicReader} for what it keeps to.
 *
 * @param options - How many bytes at most, and those of the reader below.
 * @returns The reader; it passes on pixels only, whatever a host says of them.
 */
export function createPictureReader({
  largest = avatarSize,
  ...options
}: PublicReaderOptions & { largest?: number } = {}): PictureReader {
  const read = createPublicReader(
    {
      accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
      type: /^image\/(png|jpe?g|gif|webp|avif)\s*(;|$)/i,
      largest,
    },
    options,
  )
  return async (url) => {
    const bytes = await read(url)
    const type = bytes && pictureType(bytes)
    return bytes && type && { type, bytes }
  }
}
