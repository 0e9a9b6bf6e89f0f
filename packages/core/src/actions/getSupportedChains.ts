import type { SupportedChains } from '@latchkey/protocol/api'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { dedupe } from '../calls/dedupe.js'
import { untilAborted } from '../calls/untilAborted.js'
import type { Config } from '../createConfig.js'

/** The parameters of `getSupportedChains`. */
export type GetSupportedChainsParameters = {
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** The return type of `getSupportedChains`. */
export type GetSupportedChainsReturnType = SupportedChains

const nothing: SupportedChains = { http: [], ws: [] }

/** The error type of `getSupportedChains`. */
export type GetSupportedChainsErrorType = LatchkeyError<'ABORTED' | 'UNKNOWN'>

/**
 * Asks the data API which chains it serves; asked once for each page, and again while the answer was empty or failed.
 *
 * @param config - The config.
 * @param parameters - See {@link GetSupportedChainsParameters}.
 * @returns CAIP-2 ids served over HTTP and over WebSocket; empty lists without a data API or when it does not answer.
 * @throws ABORTED.
 *
 * @example
 * import { getSupportedChains } from '@latchkey/core'
 * const { http } = await getSupportedChains(config)
 */
export async function getSupportedChains(
  config: Config,
  parameters: GetSupportedChainsParameters = {},
): Promise<GetSupportedChainsReturnType> {
  const { api } = config
  if (!api) return nothing
  const ask = () =>
    dedupe(config, 'supportedChains', async (keep) => {
      const { supportedChains } = await import('@latchkey/protocol/api')
      try {
        const answer = await api.request({
          path: 'v1/supported-chains',
          parse: (value) => supportedChains.parse(value),
        })
        if (answer.http.length > 0) keep()
        return answer
      } catch {
        return nothing
      }
    })
  return untilAborted(ask, parameters.signal)
}
