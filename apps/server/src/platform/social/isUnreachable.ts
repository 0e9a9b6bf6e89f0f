const away = ['TimeoutError', 'AbortError']
const awayCodes = ['API_UNREACHABLE', 'OAUTH_TIMEOUT', 'ERR_JWKS_TIMEOUT']

/** Whether a call failed without a response. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, name } = error as { code?: unknown; name: string }
  if (awayCodes.includes(String(code)) || away.includes(name)) return true
  // The error of `fetch` for an unreachable host.
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  if (error.cause instanceof Response) return error.cause.status >= 500
  return isUnreachable(error.cause)
}
