import { type SignInErrorType, type SignInParameters, signIn } from '../actions/signIn.js'
import type { Config } from '../createConfig.js'
import type { SignInSession } from '../signIn/signInAdapter.js'
import { type MutationOptions, mutationOptions, type Optional } from './mutationOptions.js'

/**
 * Asking the connected wallet to sign in, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `signIn` throws.
 *
 * @example
 * import { signInMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), signInMutationOptions(config))
 * const { message, signature } = await mutation.mutate()
 */
export function signInMutationOptions(
  config: Config,
): MutationOptions<SignInSession, Optional<SignInParameters>, SignInErrorType> {
  return mutationOptions(config, 'signIn', (own, variables) => signIn(own, variables ?? {}))
}
