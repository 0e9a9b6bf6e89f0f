import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Purchase } from '@latchkey/protocol/onrampApi'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'

/** The parameters of `getPurchase`. */
export type GetPurchaseParameters = {
  /** The `purchaseId` of `startPurchase`. */
  readonly id: string
  readonly signal?: AbortSignal
}

/** The return type of `getPurchase`. */
export type GetPurchaseReturnType = Purchase

/** The error type of `getPurchase`. */
export type GetPurchaseErrorType = LatchkeyError<ApiErrorCode>

/**
 * Returns how far a purchase is: `arrived` once its transaction is in a block and pays the account.
 *
 * @param config - The config.
 * @param parameters - See {@link GetPurchaseParameters}.
 * @returns The purchase, as its provider and the chain know it.
 * @throws API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getPurchase } from '@latchkey/core'
 * const { state, hash } = await getPurchase(config, { id: 'VbXn3c1yQ0eJ8mKZt5rLw2aP' })
 */
export async function getPurchase(
  config: Config,
  { id, signal }: GetPurchaseParameters,
): Promise<GetPurchaseReturnType> {
  const { api } = config
  if (!api) throw new LatchkeyError('API_UNREACHABLE', 'Buying needs a data API: createConfig({ api: { url } }).')
  const { purchase } = await import('@latchkey/protocol/onrampApi')
  return api.request({
    path: `v1/onramp/purchases/${encodeURIComponent(id)}`,
    parse: (value) => purchase.parse(value),
    signal,
  })
}
