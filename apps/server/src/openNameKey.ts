import type { Env } from './env.js'
import { openSigningSecrets } from './openSigningSecrets.js'
import type { Db } from './platform/db/db.js'
import { type AnswerKey, createAnswerKey } from './platform/secrets/createAnswerKey.js'

/**
 * Opens the key that signs names for ENS: the current one of those that the database keeps under `LATCHKEY_NAME_KEYS`.
 *
 * @param env - The settings.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @param db - The database.
 * @returns Nothing where the settings name no keys: servers behind one address must sign with the same key.
 * @throws LatchkeyError INVALID_CONFIG that says what is wrong with the keys; API_UNREACHABLE.
 */
export async function openNameKey(env: Env, folder: string | undefined, db: Db): Promise<AnswerKey | undefined> {
  const [current] = (await openSigningSecrets(env, folder, db, 'names')) ?? []
  return current && createAnswerKey(current)
}
