import { createServer, type Server } from 'node:http'
import { createApp } from './app.js'
import { createLocalKeyring } from './custody/keys/createLocalKeyring.js'
import { readKeyRing } from './custody/keys/readKeyRing.js'
import type { Deps } from './deps.js'
import type { Env } from './env.js'
import { isLocalMode } from './isLocalMode.js'
import { openSessionKeys } from './openSessionKeys.js'
import { openSigningSecrets } from './openSigningSecrets.js'
import { openTokenKeys } from './openTokenKeys.js'
import type { Db } from './platform/db/db.js'
import { drainTime } from './platform/http/createPorts.js'
import { takeConnections } from './platform/http/takeConnections.js'
import { createSmtpMail } from './platform/mail/createSmtpMail.js'
import { type AnswerKey, createAnswerKey } from './platform/secrets/createAnswerKey.js'
import { type AttestationKey, createAttestationKey } from './platform/secrets/createAttestationKey.js'

const keepAliveTimeout = 65_000

/**
 * Opens the data API and the relay: the keys that they sign with, the app, and a server that hands it what comes in.
 *
 * @param deps - What the modules may ask for; it gets its keys and its mail here.
 * @param folder - Where a local world keeps keys; absent: in memory.
 * @returns The server, which does not listen yet, and the way to end the app.
 * @throws LatchkeyError INVALID_CONFIG that names the setting.
 */
export async function startDataApi(
  deps: Deps,
  folder: string | undefined,
): Promise<{ server: Server; close(): Promise<void> }> {
  const { env, db } = deps
  deps.sessionKeys = await openSessionKeys(env, folder, db)
  deps.attestationKey = openAttestationKey(env, folder)
  deps.nameKey = await openNameKey(env, folder, db)
  deps.tokenKeys = await openTokenKeys(env, folder, db)
  if (env.LATCHKEY_SMTP_URL !== undefined && env.LATCHKEY_SIWX_EMAIL !== 'off')
    deps.mail = createSmtpMail({ url: env.LATCHKEY_SMTP_URL, from: env.LATCHKEY_MAIL_FROM })
  const app = await createApp(deps)
  const server = createServer({ keepAliveTimeout, headersTimeout: 30_000, requestTimeout: 60_000 }, app.listener)
  server.on('upgrade', app.upgrade)
  const lane = app.lane({ handOver: takeConnections(server), idle: keepAliveTimeout })
  server.on('connection', lane.take)
  return {
    server,
    async close() {
      await app.close()
      lane.close()
      setTimeout(() => lane.destroy(), drainTime).unref()
    },
  }
}

/**
 * Opens the key that signs names for ENS: the current one of those that the database keeps under `LATCHKEY_NAME_KEYS`.
 *
 * @param env - The settings.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @param db - The database.
 * @returns Nothing where the settings name no keys: servers behind one address must sign with the same key.
 * @throws LatchkeyError INVALID_CONFIG that says what is wrong with the keys; API_UNREACHABLE.
 */
async function openNameKey(env: Env, folder: string | undefined, db: Db): Promise<AnswerKey | undefined> {
  const [current] = (await openSigningSecrets(env, folder, db, 'names')) ?? []
  return current && createAnswerKey(current)
}

/**
 * Opens the key that signs attestations: the current one of the ring that the settings name, or in a local world of a ring of its
 * own making.
 *
 * @param env - The settings.
 * @param folder - Where the database keeps its files; nothing for one in memory.
 * @returns Nothing where the settings name no ring: servers behind one address must sign with the same key.
 * @throws LatchkeyError INVALID_CONFIG that says what is wrong with the ring.
 */
function openAttestationKey(env: Env, folder: string | undefined): AttestationKey | undefined {
  const isLocal = isLocalMode(env)
  const path = env.LATCHKEY_VERIFY_KEYS
  if (path === undefined && (!isLocal || env.DATABASE_URL !== undefined)) return undefined
  const { current, keys } =
    path === undefined ? createLocalKeyring('verify', folder) : readKeyRing(path, { allowRepository: isLocal })
  return createAttestationKey(keys.get(current) ?? new Uint8Array())
}
