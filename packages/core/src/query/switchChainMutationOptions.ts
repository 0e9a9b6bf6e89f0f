import {
  type SwitchChainErrorType,
  type SwitchChainParameters,
  type SwitchChainReturnType,
  switchChain,
} from '../actions/switchChain.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Making another chain the active one, in the wallet too, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `switchChain` throws.
 *
 * @example
 * import { switchChainMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), switchChainMutationOptions(config))
 * await mutation.mutate({ chainId: 'eip155:8453' })
 */
export function switchChainMutationOptions<config extends Config>(
  config: config,
): MutationOptions<SwitchChainReturnType<config>, SwitchChainParameters<config>, SwitchChainErrorType> {
  return mutationOptions(config, 'switchChain', (_, parameters: SwitchChainParameters<config>) =>
    switchChain(config, parameters),
  )
}
