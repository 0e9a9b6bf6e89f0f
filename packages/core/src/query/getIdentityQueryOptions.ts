import { identityFresh } from '@latchkey/protocol/internal/limits'
import { type GetIdentityErrorType, type GetIdentityReturnType, getIdentity } from '../actions/getIdentity.js'
import type { ConfiguredChainId } from '../config/configured.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { type QueryErrorType, type QueryOptions, queryOptions } from './queryOptions.js'

/** The parameters of `getIdentityQueryOptions`. */
export type GetIdentityQueryParameters<config extends Config = ResolvedRegister['config']> = {
  /** The plain address; undefined until it is known. */
  readonly address?: string | undefined
  /** On which chain the account is looked at, as CAIP-2; undefined until it is known. */
  readonly chainId?: ConfiguredChainId<config> | undefined
}

/**
 * Name and picture of an account as a query, new for 5 minutes.
 *
 * @param config - The config.
 * @param parameters - See {@link GetIdentityQueryParameters}.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getIdentity` throws.
 *
 * @example
 * import { getIdentityQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
 * const { name } = await client.fetchQuery(getIdentityQueryOptions(config, { address, chainId: 'eip155:1' }))
 */
export function getIdentityQueryOptions<config extends Config>(
  config: config,
  parameters: GetIdentityQueryParameters<config> = {},
): QueryOptions<GetIdentityReturnType, QueryErrorType<GetIdentityErrorType>> {
  return queryOptions(config, parameters, {
    name: 'identity',
    needs: ['address', 'chainId'],
    staleTime: identityFresh,
    ask: (given, { signal, known }) => getIdentity(config, { ...given, signal, force: known !== undefined }),
  })
}
