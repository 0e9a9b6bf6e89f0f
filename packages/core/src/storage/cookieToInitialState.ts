import type { Config } from '../createConfig.js'
import { type InitialState, stateKey } from './persist.js'
import { cookieNameOf, fromCookies } from './sessionCookie.js'

/**
 * Reads the connections from the cookie of a request, where the browser stores them with `cookieStorage`.
 *
 * @param config - The config; only the prefix of its storage is read.
 * @param cookie - The `Cookie` header of the request, or nothing.
 * @returns Plain JSON for `<LatchkeyProvider initialState>`; undefined without a cookie, and for one that is broken, forged or too
 * long. It is what a browser says: show it, and trust it with nothing.
 *
 * @example
 * import { cookieStorage, cookieToInitialState, createConfig, createStorage } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet], storage: createStorage({ store: cookieStorage }) })
 * export const load = (request: Request) => cookieToInitialState(config, request.headers.get('cookie'))
 */
export function cookieToInitialState(config: Config, cookie: string | null | undefined): InitialState | undefined {
  return fromCookies(cookie ?? '', cookieNameOf((config.storage.prefix ?? '') + stateKey))
}
