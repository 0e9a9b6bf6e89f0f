import type { Hash } from 'viem'
import { type WriteContractErrorType, type WriteContractParameters, writeContract } from '../contracts/writeContract.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Asking the connected wallet to call a function of a contract, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `writeContract` throws.
 *
 * @example
 * import { writeContractMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), writeContractMutationOptions(config))
 */
export function writeContractMutationOptions(
  config: Config,
): MutationOptions<Hash, WriteContractParameters, WriteContractErrorType> {
  return mutationOptions(config, 'writeContract', writeContract)
}
