import type { Config } from '@latchkey/core'

/** Names the directive to the developer where the page's policy blocks what Latchkey loads. */
export function tellViolation(config: Config, event: SecurityPolicyViolationEvent, target: EventTarget | null): void {
  const { blockedURI, effectiveDirective, disposition } = event
  if (disposition === 'report') return
  const url = URL.canParse(blockedURI) ? new URL(blockedURI) : undefined
  const isDrawn = target instanceof Element && target.closest('[data-lk-theme]') !== null
  const isAsked = url !== undefined && originsOf(config).includes(url.origin)
  if (!isDrawn && !isAsked) return
  const source = url?.protocol === 'data:' || blockedURI === 'data' ? 'data:' : (url?.origin ?? blockedURI)
  config.alerts.warn('BLOCKED_BY_POLICY', `Content-Security-Policy blocks ${source}: add it to ${effectiveDirective}.`)
}

/** Where this config asks. */
function originsOf({ api, networks, connectors, options }: Config): readonly string[] {
  const urls = [
    api?.url,
    ...networks.flatMap(({ caipNetworkId, rpcUrls }) => [
      ...rpcUrls.default.http,
      ...(options.customRpcUrls?.[caipNetworkId] ?? []),
    ]),
    ...connectors.flatMap(({ origins = [] }) => origins),
  ]
  return urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).origin] : []))
}
