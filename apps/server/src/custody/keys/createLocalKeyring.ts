import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type KeyRing, readKeyRing } from './readKeyRing.js'
import { writeKeyRing } from './writeKeyRing.js'

/**
 * Returns the key ring of a local world, which makes its rings itself: the one beside its database, made at the first start.
 *
 * @param name - Whose ring.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @returns The ring.
 */
export function createLocalKeyring(name: string, folder: string | undefined): KeyRing {
  // A database in memory is gone with the process, and so may be the keys to it.
  if (folder === undefined) return { current: '1', keys: new Map([['1', Uint8Array.from(randomBytes(32))]]) }
  const keys = join(folder, 'keys')
  mkdirSync(keys, { recursive: true, mode: 0o700 })
  writeKeyRing(join(keys, `${name}.json`))
  return readKeyRing(join(keys, `${name}.json`), { allowRepository: true })
}
