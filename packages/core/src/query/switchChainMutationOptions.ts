import { type SwitchChainErrorType, type SwitchChainParameters, switchChain } from '../actions/switchChain.js'
import type { Chain } from '../chain.js'
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
export function switchChainMutationOptions(
  config: Config,
): MutationOptions<Chain, SwitchChainParameters, SwitchChainErrorType> {
  return mutationOptions(config, 'switchChain', switchChain)
}
