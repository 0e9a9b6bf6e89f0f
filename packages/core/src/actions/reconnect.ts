import type { LatchkeyError } from '@latchkey/protocol/errors'
import { dedupe } from '../calls/dedupe.js'
import { followTabs } from '../config/followTabs.js'
import { resumeConnections } from '../connection/resumeConnections.js'
import type { Config } from '../createConfig.js'
import { disconnected } from '../state.js'

/** The return type of `reconnect`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type ReconnectReturnType = void

/** The error type of `reconnect`. */
export type ReconnectErrorType = LatchkeyError<'UNKNOWN'>

/**
 * Restores the connections of the last visit without opening any wallet; each is asked as soon as it is on the page. From then
 * on the page follows what other tabs of its site connect, leave and choose, unless `enableReconnect` is false.
 *
 * @param config - The config.
 * @returns Once every wallet that showed up within 3 s has answered (an embedded one has 20 s); one that shows up or answers
 * later is still resumed.
 *
 * @example
 * import { reconnect } from '@latchkey/core'
 * await reconnect(config)
 */
export async function reconnect(config: Config): Promise<ReconnectReturnType> {
  return dedupe(config, 'reconnect', async (keep) => {
    keep()
    const { options, state, _internal } = config
    const waiting = [...state.connections].filter(([, { phase }]) => phase === 'restored').map(([uid]) => uid)
    const taken = resumeConnections(config, waiting, { change: _internal.update, refused: disconnected })
    if (options.enableReconnect && typeof addEventListener === 'function') followTabs(config, globalThis)
    await taken
  })
}
