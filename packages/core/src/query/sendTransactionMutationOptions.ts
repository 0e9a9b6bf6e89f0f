import {
  type SendTransactionErrorType,
  type SendTransactionReturnType,
  type SendTransactionVariables,
  sendTransaction,
} from '../actions/sendTransaction.js'
import type { ConfiguredNamespace } from '../config/configured.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Asking the connected wallet to send a transaction, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `sendTransaction` throws.
 *
 * @example
 * import { sendTransactionMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), sendTransactionMutationOptions(config))
 * const hash = await mutation.mutate({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n })
 */
export function sendTransactionMutationOptions<config extends Config>(
  config: config,
): MutationOptions<
  SendTransactionReturnType<ConfiguredNamespace<config>>,
  SendTransactionVariables<config>,
  SendTransactionErrorType
> {
  return mutationOptions(config, 'sendTransaction', sendTransaction)
}
