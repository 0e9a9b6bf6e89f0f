import {
  type SendTransferErrorType,
  type SendTransferParameters,
  type SendTransferReturnType,
  sendTransfer,
} from '../actions/sendTransfer.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Asking the connected wallet to send the native coin or a token, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `sendTransfer` throws.
 *
 * @example
 * import { sendTransferMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), sendTransferMutationOptions(config))
 * const hash = await mutation.mutate({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: 1n })
 */
export function sendTransferMutationOptions<config extends Config>(
  config: config,
): MutationOptions<SendTransferReturnType<config>, SendTransferParameters<config>, SendTransferErrorType> {
  return mutationOptions(config, 'sendTransfer', (_, parameters: SendTransferParameters<config>) =>
    sendTransfer(config, parameters),
  )
}
