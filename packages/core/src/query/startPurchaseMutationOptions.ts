import {
  type StartPurchaseErrorType,
  type StartPurchaseParameters,
  type StartPurchaseReturnType,
  startPurchase,
} from '../actions/startPurchase.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Beginning to buy coins for money, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `startPurchase` throws.
 *
 * @example
 * import { startPurchaseMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), startPurchaseMutationOptions(config))
 * const { url } = await mutation.mutate({ provider: 'coinbase', symbol: 'USDC', currency: 'EUR', payment: '50' })
 */
export function startPurchaseMutationOptions(
  config: Config,
): MutationOptions<StartPurchaseReturnType, StartPurchaseParameters, StartPurchaseErrorType> {
  return mutationOptions(config, 'startPurchase', startPurchase)
}
