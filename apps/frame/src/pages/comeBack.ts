import type { LoginResult } from './loginCalls.js'
import { type PendingRedirect, takeRedirect } from './pendingRedirects.js'

/** Stands where a provider gave nothing: the server then says what went wrong. */
const noResult = '-'.repeat(43)
const returned = /^#latchkey-social=([\w-]{16,64})\.([\w-]{43})?$/

/** A sign-in at a provider with which a page of the wallet goes on. */
export type CameBack = PendingRedirect & LoginResult

/**
 * Reads the sign-in that this page was left for and is come back from, and takes it out of the address. One that this browser did not
 * leave for is none.
 *
 * @param host - The window.
 * @param now - The time, in milliseconds.
 * @returns The sign-in, once.
 */
export async function comeBack(
  { location, history }: Pick<Window, 'location' | 'history'>,
  now: number,
): Promise<CameBack | undefined> {
  const [, id, result = noResult] = returned.exec(location.hash) ?? []
  // What opens a wallet must not stay in the address or in the history.
  if (id !== undefined) history.replaceState(null, '', location.pathname)
  const left = await takeRedirect(id, now)
  return left && { ...left, result }
}
