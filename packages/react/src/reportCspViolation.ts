import type { Config } from '@latchkey/core'

/**
 * Names the directive to the developer where the page's policy blocks what Latchkey loads.
 *
 * @param config - Where it asks.
 * @param event - What was blocked. A browser tells neither of a request nor of a picture which element wanted it.
 * @param pictures - The addresses of the pictures that Latchkey was showing then.
 */
export function reportCspViolation(
  config: Config,
  event: SecurityPolicyViolationEvent,
  pictures: readonly string[],
): void {
  const { blockedURI, effectiveDirective, disposition } = event
  if (disposition === 'report') return
  const url = URL.canParse(blockedURI) ? new URL(blockedURI) : undefined
  // Of an address that is not HTTP a browser tells the scheme only.
  const isDrawn = effectiveDirective === 'img-src' && pictures.some((picture) => picture.startsWith(blockedURI))
  // Who puts a frame into the page hears of that frame, and says so.
  const isAsked = effectiveDirective !== 'frame-src' && url !== undefined && originsOf(config).includes(url.origin)
  if (!isDrawn && !isAsked) return
  const source = url?.protocol === 'data:' || blockedURI === 'data' ? 'data:' : (url?.origin ?? blockedURI)
  config.alerts.warn('BLOCKED_BY_POLICY', `Content-Security-Policy blocks ${source}: add it to ${effectiveDirective}.`)
}

/** Where this config asks. */
function originsOf({ api, chains, connectors, options }: Config): readonly string[] {
  const urls = [
    api?.url,
    ...chains.flatMap(({ caipNetworkId, rpcUrls }) => [
      ...rpcUrls.default.http,
      ...(options.customRpcUrls?.[caipNetworkId] ?? []),
    ]),
    ...connectors.flatMap(({ origins = [] }) => origins),
  ]
  return urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).origin] : []))
}
