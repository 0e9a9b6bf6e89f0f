import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { findUnlistedSite, loopbackSites } from '@latchkey/protocol/internal/origins'
import { awsCredentials } from './awsCredentials.js'
import { createLocalKeys } from './custody/keys/createLocalKeys.js'
import type { KeyProvider } from './custody/keys/keyProvider.js'
import { makeLocalRing } from './custody/keys/makeLocalRing.js'
import { openKeys } from './custody/keys/openKeys.js'
import { type KeyRing, readKeyRing } from './custody/keys/readKeyRing.js'
import type { Env } from './env.js'
import { frameFolder } from './frame/frameFolder.js'
import type { FrameSite } from './frame/frameRoutes.js'
import { isLocalMode } from './isLocalMode.js'
import { openAuthBox } from './openAuthBox.js'
import type { Db } from './platform/db/db.js'
import { dbNow } from './platform/db/dbClock.js'
import { readDbTime } from './platform/db/readDbTime.js'
import { createClientIp } from './platform/http/clientIp.js'
import { createSiteMatcher } from './platform/http/createSiteMatcher.js'
import { createSharedRateLimit } from './platform/limits/createSharedRateLimit.js'
import type { SharedCounts } from './platform/limits/shareCounts.js'
import type { Log } from './platform/log/log.js'
import { createSmtpMail } from './platform/mail/createSmtpMail.js'
import type { Metrics } from './platform/metrics/metrics.js'
import { createSocials } from './platform/social/createSocials.js'
import { readSocialsFile } from './platform/social/readSocialsFile.js'
import { createWalletApp, type WalletAppOptions, type WalletRole } from './walletApp.js'

/** The wallet's own origin, over the settings of a server. */
export type Wallet = {
  origin: string
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Sends mails that wait, and deletes what is due; both also happen by themselves. */
  settle(): Promise<void>
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
  metrics,
  folder,
  frame,
  counts,
}: {
  env: Env
  db: Db
  log: Log
  metrics: Metrics
  folder: string | undefined
  /** What processes tell each other of what clients use; absent: this process counts alone. */
  counts?: SharedCounts | undefined
  /** What the frame's pages are told, and their build where it is not the one of the settings. */
  frame: Pick<FrameSite, 'apiUrl' | 'chains'> & Partial<Pick<FrameSite, 'folder'>>
}): Promise<Wallet> {
  const isLocal = isLocalMode(env)
  const roles = env.LATCHKEY_ROLES.filter((role): role is WalletRole => role !== 'data')
  const origin = env.LATCHKEY_WALLET_ORIGIN ?? `http://localhost:${env.LATCHKEY_WALLET_PORT ?? 4402}`
  const sites = env.LATCHKEY_WALLET_SITES
  if (sites === undefined && !isLocal)
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_WALLET_SITES must name the origins that may embed the wallet')
  const isAllowed = createSiteMatcher('LATCHKEY_WALLET_SITES', sites ?? loopbackSites, { isLocal })
  const trustedSites = readTrustedSites(env, { isLocal })
  if (!isLocal && !origin.startsWith('https://'))
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_WALLET_ORIGIN must be an https origin')
  const needs = (setting: string) => new LatchkeyError('INVALID_CONFIG', `${setting} must be set`)
  const ring = (name: string, path: string | undefined, setting: string): KeyRing => {
    if (path !== undefined) return readKeyRing(path, { allowRepository: isLocal })
    if (!isLocal) throw needs(setting)
    return makeLocalRing(name, folder)
  }
  const open = async (name: 'vault' | 'recovery'): Promise<KeyProvider> => {
    const settings = {
      vault: ['LATCHKEY_VAULT_KEYS', env.LATCHKEY_VAULT_KEYS, env.LATCHKEY_VAULT_PIN],
      recovery: ['LATCHKEY_RECOVERY_KEYS', env.LATCHKEY_RECOVERY_KEYS, env.LATCHKEY_RECOVERY_PIN],
    } as const
    const [setting, place, pin] = settings[name]
    if (place === undefined) return createLocalKeys(ring(name, undefined, setting))
    return openKeys(place, { name: setting, allowRepository: isLocal, pin, aws: awsCredentials(env) })
  }
  const openMail = (url: string | undefined) => {
    if (url === undefined) throw needs('LATCHKEY_SMTP_URL')
    return createSmtpMail({ url, from: env.LATCHKEY_MAIL_FROM })
  }
  const openAuth = async () => {
    const keys = ring('auth', env.LATCHKEY_AUTH_KEYS, 'LATCHKEY_AUTH_KEYS')
    const mail = openMail(env.LATCHKEY_SMTP_URL)
    try {
      return { box: await openAuthBox(db, keys), mail }
    } catch (error) {
      mail.close()
      throw error
    }
  }
  const socials =
    env.LATCHKEY_SOCIALS_FILE === undefined
      ? undefined
      : createSocials(readSocialsFile(env.LATCHKEY_SOCIALS_FILE, { isLocal }), {
          origin,
          time: () => readDbTime(db.query),
        })
  const auth = roles.includes('auth') ? await openAuth() : undefined
  const recoveryMail = roles.includes('recovery')
    ? openMail(env.LATCHKEY_RECOVERY_SMTP_URL ?? env.LATCHKEY_SMTP_URL)
    : undefined
  const keys: WalletAppOptions['keys'] = {}
  const closeParts = () => {
    auth?.mail.close()
    recoveryMail?.close()
    return Promise.all([keys.vault?.close(), keys.recovery?.close()])
  }
  try {
    for (const name of ['vault', 'recovery'] as const) if (roles.includes(name)) keys[name] = await open(name)
    const app = await createWalletApp({
      roles,
      origin,
      name: env.LATCHKEY_WALLET_NAME,
      // Windows of the wallet that are opened directly sign in there.
      isAllowedOrigin: (_project, site) => site === origin || isAllowed(site),
      deviceLink: env.LATCHKEY_DEVICE_LINK,
      newDevice: env.LATCHKEY_NEW_DEVICE,
      freezeLife: env.LATCHKEY_FREEZE_HOURS * 3_600_000,
      mailLimits: {
        address: { hour: env.LATCHKEY_MAILS_ADDRESS_HOUR, day: env.LATCHKEY_MAILS_ADDRESS_DAY },
        network: {
          hour: env.LATCHKEY_MAILS_NETWORK_HOUR,
          day: env.LATCHKEY_MAILS_NETWORK_DAY,
          addresses: env.LATCHKEY_MAILS_NETWORK_ADDRESSES,
        },
        site: { hour: env.LATCHKEY_MAILS_SITE_HOUR },
      },
      retention: {
        sessions: env.LATCHKEY_RETENTION_SESSIONS,
        signIns: env.LATCHKEY_RETENTION_SIGN_INS,
        browsers: env.LATCHKEY_RETENTION_BROWSERS,
        emailChanges: env.LATCHKEY_RETENTION_EMAIL_CHANGES,
        freezes: env.LATCHKEY_RETENTION_FREEZES,
        notices: env.LATCHKEY_RETENTION_NOTICES,
        restores: env.LATCHKEY_RETENTION_RESTORES,
      },
      deletionWait: env.LATCHKEY_DELETION_DAYS * 86_400_000,
      exemptLoopback: isLocal,
      rateLimit: createSharedRateLimit({
        rate: env.LATCHKEY_RATE_LIMIT,
        burst: env.LATCHKEY_RATE_BURST,
        name: 'wallet calls',
        counts,
      }),
      placeOf: () => '',
      clientIp: createClientIp(env.LATCHKEY_TRUSTED_PROXIES ?? []),
      db,
      now: dbNow,
      ...auth,
      ...(socials === undefined ? {} : { socials }),
      hasPasskeyLogin: env.LATCHKEY_PASSKEY_LOGIN === 'on',
      ...(recoveryMail === undefined ? {} : { recoveryMail }),
      log,
      metrics,
      frame: { folder: frameFolder(env.LATCHKEY_FRAME_DIR), ...frame, sites: sites ?? 'loopback', trustedSites },
      keys,
    })
    return {
      origin,
      listener: getRequestListener(app.fetch, { overrideGlobalObjects: false }),
      settle: app.settle,
      async close() {
        await app.close()
        await closeParts()
      },
    }
  } catch (error) {
    await closeParts()
    throw error
  }
}

/** The sites that may have approvals given within the frame; in a local world its own page, which is served at `localhost`. */
function readTrustedSites(env: Env, { isLocal }: { isLocal: boolean }): readonly string[] {
  const { LATCHKEY_WALLET_SITES: sites, LATCHKEY_WALLET_TRUSTED_SITES: trusted } = env
  if (trusted === undefined) return isLocal && sites === undefined ? ['http://localhost:*'] : []
  createSiteMatcher('LATCHKEY_WALLET_TRUSTED_SITES', trusted, { isLocal })
  const unlisted = findUnlistedSite(trusted, sites ?? loopbackSites, { isLocal })
  if (unlisted === undefined) return trusted
  throw new LatchkeyError(
    'INVALID_CONFIG',
    `LATCHKEY_WALLET_TRUSTED_SITES names ${unlisted}, which LATCHKEY_WALLET_SITES does not list. Add it there, or remove it here.`,
  )
}
