import { loopbackSites } from '@latchkey/protocol/internal/origins'

/** The inputs of the frame's headers. */
export type FrameSurroundings = {
  /** The wallet's own origin. */
  origin: string
  /** Base URL of the data API, the one other place that the pages may reach. */
  apiUrl: string
  /** Patterns of the origins that may embed the wallet; `'loopback'`: any of this machine. */
  sites: readonly string[] | 'loopback'
}

/** A file that the browser may run or draw. */
export type FrameRoute = 'embedded' | 'window' | 'recover' | 'asset'

// What a page without a word here would get by the default list of its embedder.
const denied = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const own = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get']
const permissions = [...denied.map((name) => `${name}=()`), ...own.map((name) => `${name}=(self)`)].join(', ')

/**
 * Lists the headers that a file of the frame goes out with.
 *
 * @param route - `embedded` is drawn inside other people's pages, `window` and `recover` only as pages of their own,
 * `asset` is a script, a style or an image of theirs.
 */
export function frameHeaders(route: FrameRoute, surroundings: FrameSurroundings): { [name: string]: string } {
  return {
    'content-security-policy': route === 'asset' ? assetPolicy : pagePolicy(route, surroundings),
    // A page that isolates itself may embed the wallet only if the wallet allows that here.
    'cross-origin-resource-policy': 'cross-origin',
    // The worker's script needs it as well as the page that starts it.
    'cross-origin-embedder-policy': 'require-corp',
    // The frame opens its other windows itself and hands its session over through their opener, which an opener policy
    // would cut off. Only users open /recover.
    ...(route === 'recover' ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'origin',
    'permissions-policy': permissions,
    'cache-control': route === 'asset' ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(surroundings.origin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
      : {}),
  }
}

// A worker obeys the policy of its own script. The keys live in one, and from there nothing can be reached.
const assetPolicy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

function pagePolicy(route: FrameRoute, { apiUrl, sites }: FrameSurroundings): string {
  const embedders = sites === 'loopback' ? loopbackSites : sites
  const ancestors = route === 'embedded' ? embedders.flatMap(toSource) : []
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(apiUrl).origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types wallet',
    `frame-ancestors ${ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
  ].join('; ')
}

/**
 * Writes a site's pattern as a policy's source. A star there covers any number of labels, so this is only the outer fence: the
 * frame checks its embedder again.
 */
function toSource(pattern: string): string[] {
  const [, scheme = 'https', star = '', host = '', port = ''] =
    /^(?:(https?):\/\/)?(\*\.)?([^:]+|\[[^\]]+\])(:(?:\d+|\*))?$/i.exec(pattern) ?? []
  // A policy has no words for an address in brackets.
  if (host === '' || host.startsWith('[') || !URL.canParse(`https://${host}`)) return []
  return [`${scheme.toLowerCase()}://${star}${new URL(`https://${host}`).hostname}${port}`]
}
