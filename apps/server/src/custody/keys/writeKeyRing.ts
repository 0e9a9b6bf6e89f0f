import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'

/**
 * Writes a new key ring with one random key, readable by its owner alone; a file that is there stays as it is.
 *
 * @param path - Where.
 */
export function writeKeyRing(path: string): void {
  const ring = { current: '1', keys: { 1: randomBytes(32).toString('base64url') } }
  try {
    writeFileSync(path, `${JSON.stringify(ring)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
