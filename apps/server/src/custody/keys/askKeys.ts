import { cannotOpen, keysUnavailable } from './keyFault.js'

/** How long a key service may take, in milliseconds. */
export const keyTimeout = 5_000

/**
 * Asks a key service over HTTP; what it refuses for the caller's fault cannot be opened, everything else is an outage.
 *
 * @param fetcher - How to call.
 * @param url - Where.
 * @param init - The request.
 * @param isRefusal - Tells from status and body whether the service looked at the ciphertext and declined it.
 * @returns The parsed body.
 * @throws LatchkeyError INVALID_PARAMS, API_UNREACHABLE.
 */
export async function askKeys(
  fetcher: typeof fetch,
  url: string,
  init: RequestInit,
  isRefusal: (status: number, body: string) => boolean,
): Promise<unknown> {
  let response: Response
  let body: string
  try {
    response = await fetcher(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(keyTimeout) })
    body = await response.text()
  } catch (cause) {
    throw keysUnavailable('no answer', cause)
  }
  if (!response.ok) {
    if (isRefusal(response.status, body)) throw cannotOpen()
    throw keysUnavailable(`status ${response.status}`)
  }
  try {
    return JSON.parse(body)
  } catch {
    // The body may hold a key, so it is not kept as the cause.
    throw keysUnavailable('an answer that is no JSON')
  }
}
