import { awsCredentials } from './awsCredentials.js'
import { checkSessionKeys } from './checkSessionKeys.js'
import { sealEnvelope } from './custody/envelope.js'
import { createLocalKeyring } from './custody/keys/createLocalKeyring.js'
import { createLocalKeys } from './custody/keys/createLocalKeys.js'
import { openKeys } from './custody/keys/openKeys.js'
import type { Env } from './env.js'
import { isLocalMode } from './isLocalMode.js'
import type { Db } from './platform/db/db.js'
import type { KeySeal } from './platform/secrets/keySeal.js'

/**
 * Opens what seals the keys of sessions: the keys that the settings name, or in a local world a ring of its own making.
 *
 * @param env - The settings.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @param db - The database that has the sessions.
 * @returns Nothing where the settings name no keys, since a secret must not be encrypted under default keys.
 * @throws LatchkeyError INVALID_CONFIG that names the setting, or when the database was written with other keys; API_UNREACHABLE.
 */
export async function openSessionKeys(env: Env, folder: string | undefined, db: Db): Promise<KeySeal | undefined> {
  const name = 'LATCHKEY_SESSION_KEYS'
  const isLocal = isLocalMode(env)
  const place = env.LATCHKEY_SESSION_KEYS
  // Servers that share a database would each make a ring of their own.
  if (place === undefined && (!isLocal || env.DATABASE_URL !== undefined)) return undefined
  const keys =
    place === undefined
      ? createLocalKeys(createLocalKeyring('sessions', folder))
      : await openKeys(place, {
          name,
          allowRepository: isLocal,
          pin: env.LATCHKEY_SESSION_PIN,
          aws: awsCredentials(env),
        })
  try {
    await checkSessionKeys(db, keys)
  } catch (error) {
    await keys.close()
    throw error
  }
  return { seal: (secret, row) => sealEnvelope(keys, secret, row), close: () => keys.close() }
}
