import { isLatchkeyError, type LatchkeyError } from '@latchkey/protocol/errors'
import type { NameRecord } from '@latchkey/protocol/namesApi'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import { requestNamesApi } from '../names/requestNamesApi.js'

/** The parameters of `getName`. */
export type GetNameParameters = {
  /** The name with its zone, such as `alice.names.example`; in any case. */
  readonly name: string
  readonly signal?: AbortSignal
}

/** The return type of `getName`: the addresses of the name by coin type (ENSIP-11); undefined for an unregistered name. */
export type GetNameReturnType = NameRecord | undefined

/** The error type of `getName`. */
export type GetNameErrorType = LatchkeyError<ApiErrorCode>

/**
 * Looks up a name of the operator's own name service.
 *
 * @param config - The config.
 * @param parameters - See {@link GetNameParameters}.
 * @returns The name's record; undefined for an unregistered name, and without a data API.
 * @throws API_UNREACHABLE, API_REFUSED, API_BAD_ANSWER with the service's reason, else 'Error resolving name'; ABORTED.
 * @see https://docs.ens.domains/ensip/11
 *
 * @example
 * import { getName } from '@latchkey/core'
 * const record = await getName(config, { name: 'alice.names.example' })
 * const address = record?.addresses[60]?.address
 */
export async function getName(config: Config, parameters: GetNameParameters): Promise<GetNameReturnType> {
  const { api } = config
  const name = parameters.name.trim().toLowerCase()
  if (!api || !/^[a-z0-9.-]{3,255}$/.test(name)) return undefined
  const { nameRecord } = await import('@latchkey/protocol/namesApi')
  try {
    return await requestNamesApi(api, 'Error resolving name', {
      path: `v1/profile/account/${name}`,
      // Services of this interface may answer a free name with an empty list.
      parse: (value) => (Array.isArray(value) && value.length === 0 ? undefined : nameRecord.parse(value)),
      signal: parameters.signal,
    })
  } catch (error) {
    if (isLatchkeyError(error, 'API_REFUSED') && statusOf(error.cause) === 404) return undefined
    throw error
  }
}

function statusOf(cause: unknown): unknown {
  return isLatchkeyError(cause) ? (cause.cause as { status?: unknown } | undefined)?.status : undefined
}
