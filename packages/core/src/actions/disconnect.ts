import { LatchkeyError } from '@latchkey/protocol/errors'
import { signOutTimeout } from '@latchkey/protocol/internal/limits'
import { dedupe } from '../calls/dedupe.js'
import type { ConfiguredConnectorId } from '../config/configured.js'
import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { disconnected } from '../state.js'

/** The parameters of `disconnect`. */
export type DisconnectParameters<config extends Config = ResolvedRegister['config']> = {
  /** The connector or its id; of an entry of several families all that is connected of it. Default: every connection. */
  readonly connector?: Connector | ConfiguredConnectorId<config>
}

/** The return type of `disconnect`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type DisconnectReturnType = void

/** The error type of `disconnect`. */
export type DisconnectErrorType = LatchkeyError<'DISCONNECT_FAILED' | 'UNKNOWN'>

/**
 * Ends one connection, or all; waits at most 3 s for a wallet that does not answer.
 *
 * @param config - The config.
 * @param parameters - Which connection; all without.
 * @throws DISCONNECT_FAILED 'Failed to disconnect' when a wallet says it could not; that wallet stays connected.
 *
 * @example
 * import { disconnect } from '@latchkey/core'
 * await disconnect(config)
 */
export async function disconnect<config extends Config>(
  config: config,
  parameters: DisconnectParameters<config> = {},
): Promise<DisconnectReturnType> {
  const { connector } = parameters
  const id = typeof connector === 'string' ? connector : connector?.id
  const known = [...config.state.connections.keys()]
  const wanted = id === undefined ? known : isKnown(config, id) ? [id] : await partsOf(config, id, known)
  const endings = await Promise.allSettled(wanted.map((uid) => end(config, uid)))
  const failed = endings.find((ending) => ending.status === 'rejected')
  if (failed) throw new LatchkeyError('DISCONNECT_FAILED', 'Failed to disconnect', { cause: failed.reason })
}

function isKnown(config: Config, id: string): boolean {
  return config.state.connections.has(id) || config.connectors.some((connector) => connector.id === id)
}

// Only wallets of several families stand in the list under another id than their own.
async function partsOf(config: Config, id: string, known: readonly string[]): Promise<readonly string[]> {
  const { mergeConnectors, partsOf: parts } = await import('../wallets/multiChain.js')
  const entry = mergeConnectors(config.connectors).find((each) => each.id === id)
  return entry ? parts(entry).flatMap((part) => (known.includes(part.id) ? [part.id] : [])) : []
}

function end(config: Config, uid: string): Promise<void> {
  return dedupe(config, `disconnect ${uid}`, async () => {
    const connector = config.connectors.find(({ id }) => id === uid)
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, signOutTimeout)
    })
    try {
      await Promise.race([connector?.disconnect(), timeout])
    } finally {
      clearTimeout(timer)
    }
    config._internal.update((state) => disconnected(state, uid))
  })
}
