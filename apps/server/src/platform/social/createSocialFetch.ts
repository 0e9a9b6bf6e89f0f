import { within } from '@latchkey/protocol/internal/within'

const sizeLimit = 256 * 1024

/**
 * Creates the calls to providers: what they answer is cut off where no honest answer is so long, and one that hangs is given up.
 *
 * @param timeout - How long an answer may take to its end, in milliseconds.
 */
export function createSocialFetch(timeout: number): (url: string, options: object) => Promise<Response> {
  return (url, options) =>
    within(timeout, (options as RequestInit).signal, (signal) => fetchLimited(url, options, signal))
}

async function fetchLimited(url: string, options: object, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'manual', signal })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > sizeLimit) throw new TypeError('The answer is too large')
    parts.push(part)
  }
  const { status, headers } = response
  // A redirect or an empty answer may carry no body.
  const body = [204, 205, 304].includes(status) || status < 200 ? null : Buffer.concat(parts)
  const read = new Response(body, { status, headers })
  Object.defineProperty(read, 'url', { value: response.url })
  return read
}
