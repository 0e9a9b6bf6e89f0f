import { createHash } from 'node:crypto'
import type { Cache } from '../platform/cache/cache.js'
import type { Picture, PictureReader } from '../platform/upstream/createPictureReader.js'
import { pictureType } from '../platform/upstream/pictureType.js'

/** Milliseconds. */
const life = 86_400_000
/** How long it is remembered that there was none: the host may only have been down. */
const lifeOfNone = 600_000

/** The picture at an https address, kept for a day; undefined where none can be had. */
export type Avatars = (url: string) => Promise<Picture | undefined>

/**
 * Keeps pictures of accounts, so that a host which a stranger chose is asked once a day and never by a visitor.
 *
 * @param options - The cache that all instances share, and what reads a picture.
 * @returns What gives them; dedupes in-flight requests.
 */
export function createAvatars({ cache, readPicture }: { cache: Cache; readPicture: PictureReader }): Avatars {
  const inFlight = new Map<string, Promise<Picture | undefined>>()

  async function load(key: string, url: string): Promise<Picture | undefined> {
    const kept = await cache.get(key)
    if (kept !== undefined) return unpack(kept)
    const picture = await readPicture(url)
    const text = picture ? Buffer.from(picture.bytes).toString('base64') : ''
    await cache.set(key, text, picture ? life : lifeOfNone)
    return picture
  }

  return (url) => {
    const key = `avatar/${createHash('sha256').update(url).digest('base64url')}`
    const flying = inFlight.get(key)
    if (flying) return flying
    const flight = load(key, url).finally(() => inFlight.delete(key))
    inFlight.set(key, flight)
    return flight
  }
}

function unpack(text: string): Picture | undefined {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  const type = pictureType(bytes)
  return type && { type, bytes }
}
