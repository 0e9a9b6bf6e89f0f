import { LatchkeyError } from '@latchkey/protocol/errors'
import { findUnlistedSite, loopbackSites } from '@latchkey/protocol/internal/origins'
import type { Env } from './env.js'
import { createSiteMatcher } from './platform/http/createSiteMatcher.js'

/** The wallet's origin, and the sites that may embed it. */
export type WalletSites = {
  origin: string
  /** The sites that may embed it, as the settings list them; absent: this machine's. */
  sites: readonly string[] | undefined
  /** The sites that may have approvals given within the frame. */
  trustedSites: readonly string[]
  isAllowed: (site: string) => boolean
}

/**
 * Reads from the settings where the wallet is served, and which sites may have it.
 *
 * @throws LatchkeyError INVALID_CONFIG that names the setting.
 */
export function readWalletSites(env: Env, { isLocal }: { isLocal: boolean }): WalletSites {
  const { LATCHKEY_WALLET_SITES: sites, LATCHKEY_WALLET_PORT: port = 4402 } = env
  const origin = env.LATCHKEY_WALLET_ORIGIN ?? `http://localhost:${port}`
  if (sites === undefined && !isLocal)
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_WALLET_SITES must name the origins that may embed the wallet')
  const isListed = createSiteMatcher('LATCHKEY_WALLET_SITES', sites ?? loopbackSites, { isLocal })
  const trustedSites = readTrustedSites(env, { isLocal })
  if (!isLocal && !origin.startsWith('https://'))
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_WALLET_ORIGIN must be an https origin')
  // Windows of the wallet that are opened directly sign in there.
  return { origin, sites, trustedSites, isAllowed: (site) => site === origin || isListed(site) }
}

/** In a local world the wallet's own page is trusted, which is served at `localhost`. */
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
