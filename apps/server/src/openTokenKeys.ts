import type { Env } from './env.js'
import { openSigningSecrets } from './openSigningSecrets.js'
import type { Db } from './platform/db/db.js'
import { createTokenKeys, type TokenKeys } from './platform/secrets/createTokenKeys.js'

/**
 * Opens the keys that sign the tokens of sign-ins: those that the database keeps under `LATCHKEY_SIWX_KEYS`.
 *
 * @param env - The settings.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @param db - The database.
 * @returns Nothing where the settings name no keys: servers behind one address must sign with the same keys.
 * @throws LatchkeyError INVALID_CONFIG that says what is wrong with the keys; API_UNREACHABLE.
 */
export async function openTokenKeys(env: Env, folder: string | undefined, db: Db): Promise<TokenKeys | undefined> {
  const secrets = await openSigningSecrets(env, folder, db, 'siwx')
  return secrets && createTokenKeys({ current: '0', keys: new Map(secrets.map((secret, at) => [String(at), secret])) })
}
