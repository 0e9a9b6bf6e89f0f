import type { Config } from '../createConfig.js'
import type { State } from '../state.js'
import type { InitialState } from './persist.js'
import { readState } from './readState.js'
import type { Storage } from './storage.js'

/**
 * Reads the state with which a server renders, and a page hydrates.
 *
 * @param config - The config; it stays as it is, so that one may serve all requests.
 * @param initialState - The return value of `cookieToInitialState`, or of another storage. Without it connections are unknown.
 * @returns A state to read with `getConnection(config, {}, state)`: `connecting`, with the address of who was connected; `disconnected`
 * when there were none. Malformed data counts as absent.
 *
 * @example
 * import { cookieStorage, cookieToInitialState, createConfig, createStorage, getConnection, toServerState } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet], storage: createStorage({ store: cookieStorage }) })
 * export function addressOf(request: Request) {
 *   const initialState = cookieToInitialState(config, request.headers.get('cookie'))
 *   return getConnection(config, {}, toServerState(config, initialState)).address
 * }
 */
export function toServerState(config: Config, initialState?: InitialState | null): State {
  const given: Pick<Storage, 'get'> = { get: (_, check) => (check(initialState) ? initialState : undefined) }
  return readState(config.options, given, config.chains, config.serverState)
}
