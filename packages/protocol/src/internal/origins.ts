import { LatchkeyError } from '../errors.js'

/** The allowed origins of the local environment: any page of this machine. */
export const loopbackSites = ['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'] as const

type Pattern = { scheme: string; host: string; port: string; isWildcard: boolean }

const grammar = /^(?:(https?):\/\/)?(\*\.)?(\[[0-9a-f:.]+\]|[^\s/?#@\\:*%[\]]+)(?::(\d{1,5}|\*))?$/i
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']
// Below these anybody can have a name, so a wildcard would let strangers in.
const sharedSuffixes = new Set(
  `appspot.com azurestaticapps.net azurewebsites.net cloudfront.net co.in co.jp co.kr co.nz co.uk co.za com.ar com.au com.br
  com.cn com.hk com.mx com.sg com.tr com.tw com.ua deno.dev firebaseapp.com fly.dev github.io gitlab.io glitch.me herokuapp.com
  netlify.app ngrok-free.app ngrok.app ngrok.io onrender.com org.au org.uk pages.dev railway.app repl.co replit.app surge.sh
  vercel.app web.app webflow.io workers.dev`.split(/\s+/),
)

/**
 * Returns whether a text is an origin in the one form that browsers write; anything else is an attack or a mistake, and 'null' is
 * nobody's origin.
 *
 * @param origin - What arrived.
 * @returns True when it is.
 * @see https://html.spec.whatwg.org/multipage/browsers.html#ascii-serialisation-of-an-origin
 *
 * @example
 * import { isCanonicalOrigin } from '@latchkey/protocol/internal/origins'
 * isCanonicalOrigin('https://EXAMPLE.com') // false
 */
export function isCanonicalOrigin(origin: string): boolean {
  return /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
}

/**
 * Creates the list of sites that may embed the wallet: `scheme://[*.]host[:port|:*]`, where a star stands for exactly one label,
 * and without a scheme https is meant. An empty list lets nobody in.
 *
 * @param patterns - The sites as an operator wrote them.
 * @param options - `isLocal` also allows `http` for this machine's own names.
 * @returns Tells whether an origin as the browser gave it is on the list.
 * @throws LatchkeyError INVALID_CONFIG that names the pattern which is not usable.
 *
 * @example
 * import { createOriginMatcher } from '@latchkey/protocol/internal/origins'
 * const isAllowed = createOriginMatcher(['https://*.example.com'], { isLocal: false })
 * isAllowed('https://shop.example.com') // true
 */
export function createOriginMatcher(
  patterns: readonly string[],
  { isLocal }: { readonly isLocal: boolean },
): (origin: string) => boolean {
  const parsed = patterns.map((pattern) => readPattern(pattern, isLocal))
  return (origin) => {
    if (!isCanonicalOrigin(origin)) return false
    const { protocol, hostname, port } = new URL(origin)
    if (!isHostName(hostname)) return false
    return parsed.some((pattern) => {
      if (`${pattern.scheme}:` !== protocol || (pattern.port !== '*' && pattern.port !== port)) return false
      if (!pattern.isWildcard) return pattern.host === hostname
      const label = hostname.slice(0, -pattern.host.length - 1)
      return label !== '' && !label.includes('.') && hostname === `${label}.${pattern.host}`
    })
  }
}

/**
 * Finds the first pattern of a list that allows an origin which another list does not, by the grammar of
 * {@link createOriginMatcher}.
 *
 * @param patterns - The sites that should all be listed.
 * @param listed - The sites of the longer list.
 * @param options - `isLocal` also allows `http` for this machine's own names.
 * @returns The pattern as it was written; undefined when every one is listed.
 * @throws LatchkeyError INVALID_CONFIG that names the pattern which is not usable.
 *
 * @example
 * import { findUnlistedSite } from '@latchkey/protocol/internal/origins'
 * findUnlistedSite(['https://*.example.com'], ['https://shop.example.com'], { isLocal: false }) // 'https://*.example.com'
 */
export function findUnlistedSite(
  patterns: readonly string[],
  listed: readonly string[],
  { isLocal }: { readonly isLocal: boolean },
): string | undefined {
  const wider = listed.map((pattern) => readPattern(pattern, isLocal))
  return patterns.find((text) => {
    const { scheme, host, port, isWildcard } = readPattern(text, isLocal)
    const parent = host.slice(host.indexOf('.') + 1)
    return !wider.some((each) => {
      if (each.scheme !== scheme || (each.port !== '*' && each.port !== port)) return false
      if (each.isWildcard === isWildcard) return each.host === host
      return each.isWildcard && each.host === parent
    })
  })
}

function readPattern(text: string, isLocal: boolean): Pattern {
  const refuse = (why: string) => new LatchkeyError('INVALID_CONFIG', `'${text}' is no site that can be named: ${why}`)
  const [, written = 'https', star, name = '', port = ''] = grammar.exec(text) ?? []
  const scheme = written.toLowerCase()
  const address = `${scheme}://${name}${port === '' || port === '*' ? '' : `:${port}`}`
  if (name === '' || name.toLowerCase() === 'null' || !URL.canParse(address))
    throw refuse('write https://app.example.com or https://*.example.com')
  const { hostname: host, port: rest } = new URL(address)
  if (!isHostName(host)) throw refuse('its host is not a name that can be reached')
  const isNumeric = host.startsWith('[') || /^[\d.]+$/.test(host)
  if (star !== undefined && (isNumeric || !host.includes('.') || sharedSuffixes.has(host)))
    throw refuse('strangers can have names below it')
  if (scheme === 'http' && !(isLocal && loopbackHosts.includes(host)))
    throw refuse('http is only for this machine, in a local world')
  return { scheme, host, port: port === '*' ? '*' : rest, isWildcard: star !== undefined }
}

function isHostName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => label.length <= 63)
}
