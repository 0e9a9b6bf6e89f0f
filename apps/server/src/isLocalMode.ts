import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Env } from './env.js'
import { isLoopback } from './platform/http/clientIp.js'

/**
 * Returns whether this server runs in local mode, which makes its own key rings and exempts this machine from limits. A server that
 * names a public origin is refused local mode, since a proxy on this machine makes every visitor look local.
 *
 * @param env - The settings.
 * @returns True where `LATCHKEY_MODE` is `local`, or is unset and `HOST` is a loopback address.
 * @throws LatchkeyError INVALID_CONFIG when a configured origin is not on this machine.
 */
export function isLocalMode(env: Env): boolean {
  const isLoopbackHost = isLoopback(env.HOST) || env.HOST === 'localhost'
  if ((env.LATCHKEY_MODE ?? (isLoopbackHost ? 'local' : 'production')) !== 'local') return false
  const origins: Readonly<Record<string, readonly string[]>> = {
    LATCHKEY_WALLET_ORIGIN: listOf(env.LATCHKEY_WALLET_ORIGIN),
    LATCHKEY_WALLET_SITES: listOf(env.LATCHKEY_WALLET_SITES),
    LATCHKEY_WALLET_TRUSTED_SITES: listOf(env.LATCHKEY_WALLET_TRUSTED_SITES),
    LATCHKEY_PUBLIC_URL: listOf(env.LATCHKEY_PUBLIC_URL),
    LATCHKEY_RELAY_URLS: listOf(env.LATCHKEY_RELAY_URLS),
    LATCHKEY_RELAY_SITES: listOf(env.LATCHKEY_RELAY_SITES),
  }
  for (const [setting, values] of Object.entries(origins)) {
    const found = values.find((value) => !isOnThisMachine(value))
    if (found !== undefined)
      throw new LatchkeyError(
        'INVALID_CONFIG',
        `${setting} names ${found}, which is not on this machine, but the server is in local mode. Set LATCHKEY_MODE=production.`,
      )
  }
  return true
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** Reads the host of an origin, a URL or a pattern of sites, such as `*.localhost` or `http://127.0.0.1:*`. */
function isOnThisMachine(value: string): boolean {
  const written = value.replace(/^[a-z]+:\/\//i, '').replace(/^\*\./, '')
  const url = `http://${written.replace(/:\*(?=$|\/)/, '')}`
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
