import { createHash, randomBytes } from 'node:crypto'
import { isCanonicalOrigin, loopbackSites } from '@latchkey/protocol/internal/origins'
import { Hono } from 'hono'
import { createSiteMatcher } from '../platform/http/createSiteMatcher.js'
import { escapeHtml } from '../platform/http/escapeHtml.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { type AttestationKey, createAttestationKey } from '../platform/secrets/createAttestationKey.js'

/** The path of the attestation page. No other page may read it, so it has no CORS headers. */
export const attestationPath = '/v3/attestation'

/** How long an attestation and the public key hold, in seconds. An attestation is for one message alone. */
const lifetime = 86_400
const script =
  "const{attestation,origin}=document.body.dataset;parent.postMessage(JSON.stringify({type:'verify_attestation',attestation}),origin)"
const headers = {
  'content-type': 'text/html; charset=utf-8',
  // Any page may frame it: what it says reaches a page of the attested origin only.
  'content-security-policy': `default-src 'none'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; base-uri 'none'; form-action 'none'`,
  // A page that isolates itself may frame only what allows that.
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/**
 * Serves what clients of the WalletConnect protocol ask a verify service: the page that attests from which origin a request
 * comes, and the key that wallets check it with.
 *
 * @param options - The gate, the key (absent: attestations verify no origin), the operator's sites (absent: this machine's in a
 * local world, else none), and the clock.
 * @returns The routes.
 * @throws LatchkeyError INVALID_CONFIG when a site is not usable.
 */
export function attestationRoutes(options: {
  gate: Gate
  key: AttestationKey | undefined
  sites: readonly string[] | undefined
  isLocal: boolean
  clock: () => Date
}): Hono<HonoEnv> {
  const { gate, clock } = options
  const sites = options.sites ?? (options.isLocal ? loopbackSites : [])
  const isSite = createSiteMatcher('LATCHKEY_RELAY_SITES', sites, { isLocal: true })
  // A client without an attestation waits five seconds, so there is one in any case.
  const key = options.key ?? createAttestationKey(randomBytes(32))
  const expiry = () => Math.floor(clock().getTime() / 1_000) + lifetime
  const app = new Hono<HonoEnv>()

  function isVerified(projectId: string | undefined, origin: string): boolean {
    try {
      gate.project(projectId)
    } catch {
      return false
    }
    return options.key !== undefined && isSite(origin)
  }

  app.get('/v3/public-key', (c) => {
    gate.limit(c.get('ip'))
    return c.json({ publicKey: key.publicKey, expiresAt: expiry() })
  })
  app.get(attestationPath, (c) => {
    gate.limit(c.get('ip'))
    const { origin = '', id = '', projectId } = c.req.query()
    const purpose = c.req.header('sec-fetch-dest')
    if (purpose !== undefined && purpose !== 'iframe')
      throw new Refusal(400, 'origin', 'An attestation is given to an iframe only')
    if (!/^[0-9a-f]{64}$/.test(id)) throw new Refusal(400, 'id', 'id must be a SHA-256 in hex')
    if (!isCanonicalOrigin(origin)) throw new Refusal(400, 'origin', 'origin must be an http or https origin')
    const attestation = key.sign({
      id,
      origin,
      isScam: false,
      isVerified: isVerified(projectId, origin),
      exp: expiry(),
    })
    return c.body(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Attestation</title></head><body data-attestation="${attestation}" data-origin="${escapeHtml(origin)}"><script>${script}</script></body></html>`,
      200,
      headers,
    )
  })
  return app
}
