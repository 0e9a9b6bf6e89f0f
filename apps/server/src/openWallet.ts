import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { createLocalKeys } from './custody/keys/createLocalKeys.js'
import { type KeyRing, readKeyRing } from './custody/keys/readKeyRing.js'
import { writeKeyRing } from './custody/keys/writeKeyRing.js'
import type { Env } from './env.js'
import { createClientIp, isLoopback } from './platform/clientIp.js'
import type { Db } from './platform/db/db.js'
import { dbNow } from './platform/db/dbClock.js'
import type { Log } from './platform/log.js'
import { createSmtpMail } from './platform/mail/createSmtpMail.js'
import { createSecretBox } from './platform/wallet/secretBox.js'
import { createWalletApp, type WalletRole } from './walletApp.js'

/** The wallet's own origin, over the settings of a server. */
export type Wallet = {
  origin: string
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the wallet's part of a server from its settings: key rings, mail, and the roles that run here. A local world makes
 * key rings for itself; elsewhere they must be there.
 *
 * @throws LatchkeyError INVALID_CONFIG that names the setting.
 */
export async function openWallet({
  env,
  db,
  log,
  folder,
}: {
  env: Env
  db: Db
  log: Log
  folder: string | undefined
}): Promise<Wallet> {
  const isLocal =
    (env.LATCHKEY_MODE ?? (isLoopback(env.HOST) || env.HOST === 'localhost' ? 'local' : 'production')) === 'local'
  const roles = env.LATCHKEY_ROLES.filter((role): role is WalletRole => role !== 'data')
  const origin = env.LATCHKEY_WALLET_ORIGIN ?? `http://localhost:${env.LATCHKEY_WALLET_PORT ?? 4402}`
  const sites = env.LATCHKEY_WALLET_SITES
  if (sites === undefined && !isLocal)
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_WALLET_SITES must name the origins that may embed the wallet')
  if (!isLocal && !origin.startsWith('https://'))
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_WALLET_ORIGIN must be an https origin')
  const needs = (setting: string) => new LatchkeyError('INVALID_CONFIG', `${setting} must be set`)
  if (env.LATCHKEY_SMTP_URL === undefined) throw needs('LATCHKEY_SMTP_URL')
  const ring = (name: string, path: string | undefined, setting: string): KeyRing => {
    if (path !== undefined) return readKeyRing(path, { allowRepository: isLocal })
    if (!isLocal) throw needs(setting)
    // A database in memory is gone with the process, and so may be the keys to it.
    if (folder === undefined) return { current: '1', keys: new Map([['1', Uint8Array.from(randomBytes(32))]]) }
    const keys = join(folder, 'keys')
    mkdirSync(keys, { recursive: true, mode: 0o700 })
    writeKeyRing(join(keys, `${name}.json`))
    return readKeyRing(join(keys, `${name}.json`), { allowRepository: true })
  }
  const auth = ring('auth', env.LATCHKEY_AUTH_KEYS, 'LATCHKEY_AUTH_KEYS')
  const mail = createSmtpMail({ url: env.LATCHKEY_SMTP_URL, from: env.LATCHKEY_MAIL_FROM })
  try {
    const app = await createWalletApp({
      roles,
      origin,
      name: env.LATCHKEY_WALLET_NAME,
      isAllowedOrigin: (_project, site) => sites === undefined || sites.includes(site),
      deviceLink: env.LATCHKEY_DEVICE_LINK,
      exemptLoopback: isLocal,
      placeOf: () => '',
      clientIp: createClientIp(env.LATCHKEY_TRUSTED_PROXIES ?? []),
      db,
      now: dbNow,
      box: createSecretBox(auth.keys.get(auth.current) ?? new Uint8Array()),
      mail,
      log,
      keys: {
        ...(roles.includes('vault')
          ? { vault: createLocalKeys(ring('vault', env.LATCHKEY_VAULT_KEYS, 'LATCHKEY_VAULT_KEYS')) }
          : {}),
        ...(roles.includes('recovery')
          ? { recovery: createLocalKeys(ring('recovery', env.LATCHKEY_RECOVERY_KEYS, 'LATCHKEY_RECOVERY_KEYS')) }
          : {}),
      },
    })
    return {
      origin,
      listener: getRequestListener(app.fetch, { overrideGlobalObjects: false }),
      async close() {
        await app.close()
        mail.close()
      },
    }
  } catch (error) {
    mail.close()
    throw error
  }
}
