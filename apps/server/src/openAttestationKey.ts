import { makeLocalRing } from './custody/keys/makeLocalRing.js'
import { readKeyRing } from './custody/keys/readKeyRing.js'
import type { Env } from './env.js'
import { isLocalMode } from './isLocalMode.js'
import { type AttestationKey, createAttestationKey } from './platform/secrets/createAttestationKey.js'

/**
 * Opens the key that signs attestations: the current one of the ring that the settings name, or in a local world of a ring of its
 * own making.
 *
 * @param env - The settings.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @returns Nothing where the settings name no ring: servers behind one address must sign with the same key.
 * @throws LatchkeyError INVALID_CONFIG that says what is wrong with the ring.
 */
export function openAttestationKey(env: Env, folder: string | undefined): AttestationKey | undefined {
  const isLocal = isLocalMode(env)
  const path = env.LATCHKEY_VERIFY_KEYS
  if (path === undefined && (!isLocal || env.DATABASE_URL !== undefined)) return undefined
  const { current, keys } =
    path === undefined ? makeLocalRing('verify', folder) : readKeyRing(path, { allowRepository: isLocal })
  return createAttestationKey(keys.get(current) ?? new Uint8Array())
}
