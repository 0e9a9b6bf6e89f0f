import { type SignOutErrorType, signOut } from '../actions/signOut.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Ending all sign-ins, as a mutation; wallets stay connected.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `signOut` throws.
 *
 * @example
 * import { signOutMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), signOutMutationOptions(config))
 * await mutation.mutate()
 */
export function signOutMutationOptions(config: Config): MutationOptions<void, void, SignOutErrorType> {
  return mutationOptions(config, 'signOut', signOut)
}
