import type { UpstreamReply } from './upstreamReply.js'

/** Sends one body over one kind of connection; rejects with whatever went wrong. */
export type Exchange = {
  post(url: URL, body: string, options: { timeout: number; fresh?: boolean }): Promise<UpstreamReply>
  close(): void
}

/** The headers that every call to a node carries; a login in the address becomes one of them. */
export function requestHeaders(url: URL): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
  if (url.username || url.password) {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`
  }
  return headers
}
