import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Env } from './env.js'
import { frameFolder } from './frame/frameFolder.js'
import type { FrameSite } from './frame/frameRoutes.js'
import { isLocalMode } from './isLocalMode.js'
import { openWalletRoles } from './openWalletRoles.js'
import type { Db } from './platform/db/db.js'
import { dbNow } from './platform/db/dbClock.js'
import { readDbTime } from './platform/db/readDbTime.js'
import { createClientIp } from './platform/http/clientIp.js'
import { createSharedRateLimit } from './platform/limits/createSharedRateLimit.js'
import type { SharedCounts } from './platform/limits/shareCounts.js'
import type { Log } from './platform/log/log.js'
import type { Metrics } from './platform/metrics/metrics.js'
import { createSocials } from './platform/social/createSocials.js'
import { readSocialsFile } from './platform/social/readSocialsFile.js'
import { readWalletSites } from './readWalletSites.js'
import { createWalletApp, type WalletRole } from './walletApp.js'
import { walletSettings } from './walletSettings.js'

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
  /** The exchange of clients' usage between processes; absent: this process counts alone. */
  counts?: SharedCounts | undefined
  /** The settings of the frame's pages, and their build where it is not the one of the settings. */
  frame: Pick<FrameSite, 'apiUrl' | 'chains'> & Partial<Pick<FrameSite, 'folder'>>
}): Promise<Wallet> {
  const isLocal = isLocalMode(env)
  const roles = env.LATCHKEY_ROLES.filter((role): role is WalletRole => role !== 'data')
  const { origin, sites = 'loopback', trustedSites, isAllowed } = readWalletSites(env, { isLocal })
  const socials =
    env.LATCHKEY_SOCIALS_FILE === undefined
      ? undefined
      : createSocials(readSocialsFile(env.LATCHKEY_SOCIALS_FILE, { isLocal }), {
          origin,
          time: () => readDbTime(db.query),
        })
  const { open, close } = await openWalletRoles({ env, folder, isLocal }, { roles, db })
  try {
    const app = await createWalletApp({
      ...walletSettings(env),
      ...open,
      ...(socials === undefined ? {} : { socials }),
      roles,
      origin,
      isAllowedOrigin: (_project, site) => isAllowed(site),
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
      log,
      metrics,
      frame: { folder: frameFolder(env.LATCHKEY_FRAME_DIR), ...frame, sites, trustedSites },
    })
    return {
      origin,
      listener: getRequestListener(app.fetch, { overrideGlobalObjects: false }),
      settle: app.settle,
      async close() {
        await app.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
