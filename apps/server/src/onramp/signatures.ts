import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the time of a message may be from ours, in seconds. */
const leeway = 300

/**
 * Returns whether a keyed hash is right, under one of the keys: there are two while one takes the place of the other.
 *
 * @param keys - The keys.
 * @param text - What was signed.
 * @param given - The hashes that the message carries; one that is right is enough.
 * @param encoding - How they are written.
 */
export function isSigned(
  keys: readonly (string | Buffer)[],
  text: string,
  given: readonly string[],
  encoding: 'hex' | 'base64' | 'base64url',
): boolean {
  let found = false
  for (const key of keys) {
    const wanted = createHmac('sha256', key).update(text).digest()
    for (const one of given) {
      const bytes = Buffer.from(one, encoding)
      // Each is compared, so that the time tells nothing of which one was right.
      if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) found = true
    }
  }
  return found
}

/** Returns whether a time, in seconds since 1970 or as ISO 8601, is near enough to now. */
export function isRecent(time: string | null, now: Date): boolean {
  if (time === null || time.length > 40) return false
  const seconds = /^\d{1,13}$/.test(time) ? Number(time) / (time.length > 11 ? 1000 : 1) : Date.parse(time) / 1000
  return Number.isFinite(seconds) && Math.abs(now.getTime() / 1000 - seconds) <= leeway
}

/** Derives the id of a buyer or a purchase for a provider: without the key it cannot be reversed. */
export function opaqueId(key: string, ...parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 40)
}
