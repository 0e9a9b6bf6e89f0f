import type { LatchkeyError } from '@latchkey/protocol/errors'
import { setCached } from '../calls/cached.js'
import type { ApiErrorCode, WalletErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import { changeName } from '../names/changeName.js'
import { detailed } from '../state.js'
import { getNames, namesKey } from './getNames.js'

/** The parameters of `releaseName`. */
export type ReleaseNameParameters = {
  /** The whole name. Default: the oldest that the connected account has. */
  readonly name?: string
  readonly signal?: AbortSignal
}

/** The return type of `releaseName`: the whole name, which leads nowhere now. */
export type ReleaseNameReturnType = { readonly name: string }

/** The error type of `releaseName`. */
export type ReleaseNameErrorType = LatchkeyError<WalletErrorCode | ApiErrorCode | 'INVALID_ADDRESS' | 'INVALID_PARAMS'>

/**
 * Releases a name of the connected account at the operator's own name service: the account signs one text, made by the service. The
 * name leads nowhere from then on, and for a time only this account may register it again.
 *
 * @param config - The config.
 * @param parameters - See {@link ReleaseNameParameters}.
 * @returns The whole name, once the service has released it.
 * @throws NOT_CONNECTED; INVALID_PARAMS 'This account has no name'; USER_REJECTED; WALLET_BAD_ANSWER; WALLET_NOT_RESPONDING after 10
 * minutes; API_UNREACHABLE, API_REFUSED, API_BAD_ANSWER with the service's reason, else 'Error releasing name' and the name; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-191
 *
 * @example
 * import { releaseName } from '@latchkey/core'
 * const { name } = await releaseName(config)
 */
export async function releaseName(
  config: Config,
  parameters: ReleaseNameParameters = {},
): Promise<ReleaseNameReturnType> {
  const { name, address } = await changeName(config, {
    name: parameters.name,
    action: 'release',
    words: (name) => `Error releasing name ${name}`,
    parse: () => undefined,
    signal: parameters.signal,
  })
  const known = await getNames(config, { address }).catch((): readonly string[] => [])
  const left = known.filter((one) => one !== name)
  setCached(config, namesKey(address), left)
  const identity = config.state.details?.eip155?.identity
  if (identity?.address === address && identity.name === name)
    config._internal.update((state) => detailed(state, 'eip155', { identity: { ...identity, name: left[0] ?? null } }))
  return { name }
}
