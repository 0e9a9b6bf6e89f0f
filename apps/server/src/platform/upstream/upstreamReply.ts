/** A response of an upstream: the status, `Retry-After` in milliseconds, and the body. */
export type UpstreamReply = { status: number; retryAfter: number | undefined; text: string }

/** The largest answer of a node that is read, in bytes. */
export const upstreamLimit = 10 * 1024 * 1024

/** Reads a `retry-after` header: milliseconds to wait, at most five minutes. */
export function waitOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 300_000) : undefined
}
