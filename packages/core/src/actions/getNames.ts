import { LatchkeyError } from '@latchkey/protocol/errors'
import { nameFresh } from '@latchkey/protocol/internal/limits'
import { cached } from '../calls/cached.js'
import { untilAborted } from '../calls/untilAborted.js'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import { requestNamesApi } from '../names/requestNamesApi.js'
import { getConnection } from './getConnection.js'

/** The parameters of `getNames`. */
export type GetNamesParameters = {
  /** The plain address. Default: the connected one on EVM chains. */
  readonly address?: string
  /** Looks them up anew, whatever is kept. */
  readonly force?: boolean
  readonly signal?: AbortSignal
}

/** The return type of `getNames`: names that lead back to the address, the oldest first. */
export type GetNamesReturnType = readonly string[]

/** The error type of `getNames`. */
export type GetNamesErrorType = LatchkeyError<ApiErrorCode | 'INVALID_ADDRESS'>

/**
 * Looks up the names that an EVM account has at the operator's own name service; kept for 5 minutes, across reloads too.
 *
 * @param config - The config.
 * @param parameters - See {@link GetNamesParameters}.
 * @returns An empty list without a data API, and when no account is connected and no address is given.
 * @throws INVALID_ADDRESS; API_UNREACHABLE, API_REFUSED, API_BAD_ANSWER with the service's reason, else 'Error fetching names for
 * address'; ABORTED.
 *
 * @example
 * import { getNames } from '@latchkey/core'
 * const [name] = await getNames(config, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
 */
export async function getNames(config: Config, parameters: GetNamesParameters = {}): Promise<GetNamesReturnType> {
  const { api } = config
  const sender = getConnection(config, { namespace: 'eip155' }).address
  const address = parameters.address ?? sender
  if (!api || address === undefined) return []
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new LatchkeyError('INVALID_ADDRESS', 'This is not an EVM address such as 0xab16….')
  const read = () =>
    cached(config, {
      key: namesKey(address),
      life: nameFresh,
      check: isNames,
      force: parameters.force ?? false,
      async load(): Promise<GetNamesReturnType> {
        const { nameRecords } = await import('@latchkey/protocol/namesApi')
        return requestNamesApi(api, 'Error fetching names for address', {
          path: `v1/profile/reverse/${address}`,
          query: { sender, apiVersion: '2' },
          parse: (value) => nameRecords.parse(value).map(({ name }) => name),
        })
      },
    })
  return untilAborted(read, parameters.signal)
}

/** Under which key an account's names are kept. */
export function namesKey(address: string): string {
  return `names/${address.toLowerCase()}`
}

function isNames(value: unknown): value is GetNamesReturnType {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}
