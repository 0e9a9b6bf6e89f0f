import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'
import { isEmbedded } from '../embedded.js'
import { getConnection } from './getConnection.js'

/** The parameters of `updateEmail`. */
export type UpdateEmailParameters = {
  /** Ends the waiting, when the person gave it up. */
  readonly signal?: AbortSignal
}

/** The return type of `updateEmail`. */
export type UpdateEmailReturnType = { readonly email: string }

/** Polling interval for the address, in milliseconds. */
const lookEvery = 1_000

/** The error type of `updateEmail`. */
export type UpdateEmailErrorType = LatchkeyError<'CONNECTOR_NOT_FOUND' | 'NOT_CONNECTED' | 'ABORTED' | 'UNKNOWN'>

/**
 * Waits until the user of the embedded wallet has changed their e-mail address; they make the change in a view of the
 * modal or by the actions of the connector.
 *
 * @param config - The config.
 * @param parameters - See {@link UpdateEmailParameters}.
 * @returns The new address, at most a second after it changed.
 * @throws CONNECTOR_NOT_FOUND 'No auth connector found'; NOT_CONNECTED 'Not connected to email or social'; ABORTED.
 *
 * @example
 * import { updateEmail } from '@latchkey/core'
 * const { email } = await updateEmail(config)
 */
export async function updateEmail(
  config: Config,
  parameters: UpdateEmailParameters = {},
): Promise<UpdateEmailReturnType> {
  const { signal } = parameters
  const connector = config.features.email ? config.connectors.find(isEmbedded) : undefined
  if (!connector) {
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'No auth connector found', {
      hints: ['Pass embedded({ url }) in createConfig({ connectors }), and leave features.email on.'],
    })
  }
  const isActive = () =>
    getConnection(config).connector?.id === connector.id && getConnection(config).status === 'connected'
  const notConnected = () => new LatchkeyError('NOT_CONNECTED', 'Not connected to email or social')
  if (!isActive()) throw notConnected()
  const aborted = () => new LatchkeyError('ABORTED', 'The e-mail address was not changed')
  if (signal?.aborted) throw aborted()
  const before = connector.embedded.getState().email
  let end = () => {}
  const changed = new Promise<UpdateEmailReturnType>((resolve, reject) => {
    const look = () => {
      if (!isActive()) return reject(notConnected())
      const { email } = connector.embedded.getState()
      if (email !== undefined && email !== before) resolve({ email })
    }
    const abort = () => reject(aborted())
    const timer = setInterval(look, lookEvery)
    signal?.addEventListener('abort', abort)
    end = () => {
      clearInterval(timer)
      signal?.removeEventListener('abort', abort)
    }
  })
  return changed.finally(end)
}
