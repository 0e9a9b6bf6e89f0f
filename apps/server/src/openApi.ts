import { createServer, type Server } from 'node:http'
import { createApp } from './app.js'
import type { Deps } from './deps.js'
import { openAttestationKey } from './openAttestationKey.js'
import { openNameKey } from './openNameKey.js'
import { openSessionKeys } from './openSessionKeys.js'
import { openTokenKeys } from './openTokenKeys.js'
import { drainTime } from './platform/http/createPorts.js'
import { takeConnections } from './platform/http/takeConnections.js'
import { createSmtpMail } from './platform/mail/createSmtpMail.js'

const keepAliveTimeout = 65_000

/**
 * Opens the data API and the relay: the keys that they sign with, the app, and a server that hands it what comes in.
 *
 * @param deps - What the modules may ask for; it gets its keys and its mail here.
 * @param folder - Where a local world keeps keys; absent: in memory.
 * @returns The server, which does not listen yet, and the way to end the app.
 * @throws LatchkeyError INVALID_CONFIG that names the setting.
 */
export async function openApi(
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
