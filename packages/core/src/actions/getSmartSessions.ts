import { isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { SmartSession } from '@latchkey/protocol/sessionsApi'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import { signInSubject } from '../signIn/signInSubject.js'
import { getSupportedChains } from './getSupportedChains.js'

/** The parameters of `getSmartSessions`. */
export type GetSmartSessionsParameters = {
  /** An EVM account as CAIP-10, or a plain address for all its chains. Default: the connected one on its chain. */
  readonly address?: string
  readonly signal?: AbortSignal
}

/** The return type of `getSmartSessions`: newest first; those that were revoked have `revokedAt`. Times in seconds since 1970. */
export type GetSmartSessionsReturnType = readonly SmartSession[]

/** The error type of `getSmartSessions`. */
export type GetSmartSessionsErrorType = LatchkeyError<ApiErrorCode | 'INVALID_ADDRESS'>

/**
 * Lists which apps may act for an account, and may no more since they were revoked.
 *
 * @param config - The config.
 * @param parameters - See {@link GetSmartSessionsParameters}.
 * @returns What the data API knows and has not expired; nothing for other families, without a data API, or for a chain that it
 * does not serve.
 * @throws INVALID_ADDRESS; API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-7715
 *
 * @example
 * import { getSmartSessions } from '@latchkey/core'
 * const sessions = await getSmartSessions(config)
 */
export async function getSmartSessions(
  config: Config,
  parameters: GetSmartSessionsParameters = {},
): Promise<GetSmartSessionsReturnType> {
  const { api, state } = config
  const account = parameters.address ?? signInSubject(config, 'eip155')
  if (account === undefined) return []
  const parts = isAccountId(account) ? parseAccountId(account) : undefined
  if (parts && parts.namespace !== 'eip155') return []
  if (!/^0x[0-9a-fA-F]{40}$/.test(parts ? parts.address : account))
    throw new LatchkeyError('INVALID_ADDRESS', 'This is not an EVM account such as eip155:1:0xab16….')
  const chainId = parts ? parts.chainId : state.chainIds.eip155
  if (!api || chainId === undefined) return []
  if (!(await getSupportedChains(config)).http.includes(chainId)) return []
  const { smartSessions } = await import('@latchkey/protocol/sessionsApi')
  const { pcis } = await api.request({
    path: `v1/sessions/${encodeURIComponent(account)}`,
    parse: (value) => smartSessions.parse(value),
    signal: parameters.signal,
  })
  return pcis
}
