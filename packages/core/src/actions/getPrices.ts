import type { Prices } from '@latchkey/protocol/api'
import type { AccountId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import { getSupportedChains } from './getSupportedChains.js'

/** The parameters of `getPrices`. */
export type GetPricesParameters = {
  /** CAIP-10 token ids; the native coin of an EVM chain is `0xeeee…eeee`. */
  readonly addresses: readonly AccountId[]
  readonly signal?: AbortSignal
}

/** The return type of `getPrices`: one entry for each token that has a price. */
export type GetPricesReturnType = Prices['fungibles']

/** The error type of `getPrices`. */
export type GetPricesErrorType = LatchkeyError<ApiErrorCode>

/**
 * Reads what tokens cost in US dollars.
 *
 * @param config - The config.
 * @param parameters - See {@link GetPricesParameters}.
 * @returns Prices of those that are known; an empty list without a data API or for chains it does not serve.
 * @throws API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getPrices } from '@latchkey/core'
 * const [eth] = await getPrices(config, { addresses: ['eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'] })
 */
export async function getPrices(config: Config, parameters: GetPricesParameters): Promise<GetPricesReturnType> {
  const { api } = config
  const { signal } = parameters
  if (!api || parameters.addresses.length === 0) return []
  const { http } = await getSupportedChains(config, signal ? { signal } : {})
  const addresses = parameters.addresses.filter((address) => http.some((chainId) => address.startsWith(`${chainId}:`)))
  if (addresses.length === 0) return []
  const { prices } = await import('@latchkey/protocol/api')
  const body = { currency: 'usd', addresses, projectId: api.projectId }
  return (await api.request({ path: 'v1/fungible/price', body, parse: (value) => prices.parse(value), signal }))
    .fungibles
}
