import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readKeyRing } from './readKeyRing.js'
import { writeKeyRing } from './writeKeyRing.js'

/**
 * Adds a key to a key ring and makes it the current one; what older keys wrapped still opens. Creates the ring where there is none.
 *
 * @param path - The file of the ring.
 * @returns The version of the new key.
 * @throws LatchkeyError INVALID_CONFIG when what is there is no ring, or others can read it.
 *
 * @example
 * import { addRingKey } from './addRingKey.js'
 * const version = addRingKey('/run/credentials/latchkey/vault.json') // '1'
 */
export function addRingKey(path: string): string {
  if (!existsSync(path)) {
    writeKeyRing(path)
    return '1'
  }
  const { keys } = readKeyRing(path, { allowRepository: true })
  const current = String(Math.max(...[...keys.keys()].map(Number)) + 1)
  const texts = [...keys].map(([version, key]) => [version, Buffer.from(key).toString('base64url')])
  const ring = { current, keys: { ...Object.fromEntries(texts), [current]: randomBytes(32).toString('base64url') } }
  const draft = `${path}.${process.pid}.making`
  try {
    // Whole or not at all: without its keys nothing opens.
    writeFileSync(draft, `${JSON.stringify(ring)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return current
}
